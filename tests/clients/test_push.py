"""Push messages, received and decrypted by third parties' libraries: http_ece and py_vapid."""

import base64
import json

import httpx
from push_service import SubscribedBrowser, is_authorized, parts

SETTINGS = "/settings/notifications"


def test_a_mention_is_signed_and_encrypted_for_the_browser_that_subscribed(demo, client, sign_in, push_service):
    reader = demo["people"][1]
    sign_in(client, reader)
    browser = SubscribedBrowser()
    endpoint = f"{push_service.origin}/push/abc?token=1"
    origin = {"Origin": demo["base_url"]}
    added = client.post(f"{SETTINGS}/browsers", data=browser.fields(endpoint), headers=origin)
    assert added.status_code == 303, added.text
    post = httpx.post(
        demo["webhook"]["runtime_url"],
        json={
            "content": f"@{reader['nickname']} the **build** passed é",
            "name": "Nightly",
            "allowedMentions": {"parse": ["users"]},
        },
    )
    message = post.json()["message"]
    path, headers, body = push_service.received.get(timeout=30)
    assert path == "/push/abc?token=1"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) > 0
    assert headers["Urgency"] == "high"
    assert len(headers["Topic"]) <= 32
    assert is_authorized(headers)
    token, key = parts(headers["Authorization"])
    assert token["aud"] == push_service.origin
    assert token["sub"]
    page = client.get(SETTINGS).text
    assert f'data-push-key="{key}"' in page
    assert b"build" not in body
    shown = json.loads(browser.decrypted(body))
    assert shown["title"].startswith("Nightly (bot) in #")
    assert shown["body"] == f"@{reader['nickname']} the build passed é"
    assert shown["tag"] == f"mention-{message['id']}"
    assert client.get(shown["url"]).status_code == 200
    assert base64.urlsafe_b64encode(browser.secret).decode().rstrip("=") not in page
