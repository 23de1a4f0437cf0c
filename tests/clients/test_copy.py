"""What was begun at the demo goes on after its database was copied and another process serves the copy."""

import sqlite3
import subprocess
from contextlib import closing

import httpx
import pytest
from feed import Feed
from joserfc import jwt
from joserfc.jwk import KeySet
from moved import MESSAGES, QUIET, exchange, new_code, shown
from software import text_of


@pytest.fixture
def begun(demo):
    return demo["begun"]


@pytest.fixture
def kept(demo, begun):
    """A browser that signed in before the copy."""
    with httpx.Client(base_url=demo["base_url"], cookies=begun["cookies"], timeout=30) as client:
        yield client


def test_all_messages_are_there(demo):
    counted = "SELECT COUNT(*) FROM messages WHERE content LIKE 'Crate %'"
    if demo["database"].startswith("sqlite://"):
        with closing(sqlite3.connect(demo["database"].removeprefix("sqlite://"))) as database:
            [count] = database.execute(counted).fetchone()
    else:
        asked = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", counted, demo["database"]]
        count = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    assert int(count) == MESSAGES


def test_the_session_goes_on_and_its_feed_ends_as_before(kept, demo, begun):
    messages = shown(Feed(kept, demo, QUIET).html())
    assert begun["messages"]
    assert messages[-len(begun["messages"]) :] == begun["messages"]


def test_the_messages_from_before_are_read_and_found(kept, demo, begun):
    page = Feed(kept, demo, QUIET).html(before=begun["messages"][0])
    assert "was moved to shed" in text_of(page)
    found = kept.get(f"/servers/{demo['server']['id']}/search", params={"q": "shed from:" + demo["people"][0]["nickname"]})
    assert "was moved to shed" in text_of(found.text)


def test_an_unused_code_is_exchanged_once(kept, demo, begun):
    app = demo["openid_app"]
    answer = exchange(kept, app, begun["code"])
    assert answer.status_code == 200, answer.text
    assert exchange(kept, app, begun["code"]).json()["error"] == "invalid_grant"
    assert exchange(kept, app, new_code(kept, app)).status_code == 200


def test_an_id_token_is_verified_by_the_keys_that_are_published_now(demo, begun):
    keys = KeySet.import_key_set(httpx.get(demo["base_url"] + "/oauth/jwks").json())
    token = jwt.decode(begun["id_token"], keys, algorithms=["ES256", "RS256"])
    assert token.claims["iss"] == demo["base_url"]
    assert token.claims["sub"] == str(begun["person"]["id"])


def test_a_picture_has_the_same_address_and_bytes(kept, begun):
    address, content = begun["picture"]
    assert kept.get(address).content == content

