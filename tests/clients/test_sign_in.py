"""Signing in with a client library that nobody here wrote: Authlib, as a service in Python would use it."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client, OAuthError
from consent import authorize

FIELDS = {"chat_user_id", "nickname", "name", "avatar_url"}


def as_json(client, method, uri, headers, body):
    """What the library would send as a form goes as the JSON object that the token endpoint takes."""
    sent = {name: values[0] for name, values in parse_qs(body.decode()).items()}
    wanted = ("code", "redirect_uri", "code_verifier")
    payload = {"client_id": int(client.client_id), "client_secret": client.client_secret}
    payload |= {name: sent[name] for name in wanted if name in sent}
    headers["Content-Type"] = "application/json"
    return uri, headers, json.dumps(payload).encode()


@pytest.fixture
def service(demo):
    """The external service's side: the library, set up with the demo's app."""
    app = demo["oauth_app"]
    client = OAuth2Client(
        client_id=str(app["client_id"]),
        client_secret=app["client_secret"],
        redirect_uri=app["redirect_uri"],
        token_endpoint_auth_method="portico",
        code_challenge_method="S256",
    )
    client.register_client_auth_method(("portico", as_json))
    with client:
        yield client


@pytest.mark.parametrize("with_pkce", [True, False])
def test_authlib_signs_somebody_in(demo, client, sign_in, service, with_pkce):
    person = demo["people"][1]
    sign_in(client, person)
    verifier = generate_token(48) if with_pkce else None
    address, state = service.create_authorization_url(
        demo["base_url"] + "/oauth/authorize", code_verifier=verifier
    )
    back = authorize(client, address)
    returned = parse_qs(urlsplit(back).query)
    assert returned["state"] == [state]
    assert returned["iss"] == [demo["base_url"]]
    identity = service.fetch_token(
        demo["base_url"] + "/oauth/token",
        authorization_response=back,
        state=state,
        code_verifier=verifier,
    )
    assert set(identity) == FIELDS
    assert identity["chat_user_id"] == person["id"]
    assert identity["nickname"] == person["nickname"]


def test_authlib_reads_the_refusal_of_a_used_code(demo, client, sign_in, service):
    sign_in(client, demo["people"][1])
    address, state = service.create_authorization_url(demo["base_url"] + "/oauth/authorize")
    back = authorize(client, address)
    exchange = {"authorization_response": back, "state": state}
    service.fetch_token(demo["base_url"] + "/oauth/token", **exchange)
    with pytest.raises(OAuthError) as refusal:
        service.fetch_token(demo["base_url"] + "/oauth/token", **exchange)
    assert refusal.value.error == "invalid_grant"


def test_the_avatar_of_the_identity_is_a_picture(demo, client, sign_in, service):
    sign_in(client, demo["people"][1])
    address, state = service.create_authorization_url(demo["base_url"] + "/oauth/authorize")
    back = authorize(client, address)
    identity = service.fetch_token(demo["base_url"] + "/oauth/token", authorization_response=back, state=state)
    picture = client.get(identity["avatar_url"])
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
