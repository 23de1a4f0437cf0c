"""What a person does in the browser on the way through a sign-in."""

from html_forms import hidden_fields
from software import text_of

# What a browser says about a page that the person opened.
NAVIGATION = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site"}


def approve(client, address):
    """Reads the consent page and authorizes. Gives where that leads."""
    return decide(client, address, "approve")


def decide(client, address, decision):
    """Reads the consent page and presses one of its buttons. Gives where that leads."""
    page = client.get(address, headers=NAVIGATION)
    assert page.status_code == 200, page.text
    fields = hidden_fields(page.text, action="/oauth/authorize")
    answer = client.post(
        "/oauth/authorize",
        data=fields | {"decision": decision},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def authorize(client, address):
    """Where the person comes back: at once where they approved the app before, or else after approving it."""
    answer = client.get(address, headers=NAVIGATION)
    return answer.headers["Location"] if answer.status_code == 303 else approve(client, address)


def approve_device(browser, address):
    """Types the code on `/device`, says that the device is in front of them, and approves."""
    page = browser.get(address, headers=NAVIGATION)
    for decision in (None, "continue", "approve"):
        assert page.status_code == 200, page.text
        fields = hidden_fields(page.text, action="/device")
        fields |= {"decision": decision} if decision else {}
        page = browser.post("/device", data=fields, headers={"Sec-Fetch-Site": "same-origin"})
    assert "go back to your device" in text_of(page.text), page.text
