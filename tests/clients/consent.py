"""What a person does in the browser on the way through a sign-in."""

from html_forms import hidden_fields


def approve(client, address):
    """Reads the consent page and authorizes. Gives where that leads."""
    page = client.get(address)
    assert page.status_code == 200, page.text
    fields = hidden_fields(page.text, action="/oauth/authorize")
    answer = client.post(
        "/oauth/authorize",
        data=fields | {"decision": "approve"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]
