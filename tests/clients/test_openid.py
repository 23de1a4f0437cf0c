"""Signing in by OpenID Connect with software that nobody here wrote, and what that software refuses."""

import json
import subprocess
import time

import httpx
import pytest
from consent import NAVIGATION, approve, approve_device, authorize, decide
from html_forms import codes, hidden_fields
from relying_parties import (
    ALL,
    AuthlibFlask,
    AuthlibHttpx,
    MsalNode,
    Oauth4webapi,
    OpenidClient,
    OpenidconnectRs,
    PassportOpenid,
    Refused,
    Service,
    decoded,
    with_parameters,
)

VERIFYING = [party for party in ALL if party.verifies]
WITH_NONCE = [*VERIFYING, PassportOpenid]
PROFILE = {"sub", "name", "nickname", "preferred_username", "picture"}
CLAIMS = {"iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "acr", "amr"} | PROFILE
# Where each of `services.mjs` gets its code.
SERVICES = {
    "passport-openidconnect": "/callback",
    "express-openid-connect": "/callback",
    "auth.js": "/auth/callback/portico",
    "next-auth": "/api/auth/callback/portico",
}


@pytest.fixture
def app(demo):
    """The demo's app for software that asks for an issuer URL."""
    return demo["openid_app"]


@pytest.fixture
def party(demo):
    """Starts a service: `party(OpenidClient, app)`."""
    started = []

    def start(kind, app):
        started.append(kind(demo, app))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.parametrize("kind", ALL)
def test_it_signs_a_person_in(kind, demo, app, party, browser, person, name):
    service = party(kind, app)
    identity = service.finish(authorize(browser, service.begin()))
    sub, nickname = str(person["id"]), person["nickname"]
    if "profile" in identity:
        assert identity["profile"] == {"id": sub, "displayName": name, "username": nickname}
    else:
        userinfo = identity["userinfo"]
        assert set(userinfo) == PROFILE
        assert (userinfo["sub"], userinfo["name"]) == (sub, name)
        assert userinfo["nickname"] == userinfo["preferred_username"] == nickname
    tokens = identity["tokens"]
    assert tokens["token_type"].lower() == "bearer"
    assert "refresh_token" not in tokens
    if "claims" in identity:
        claims = identity["claims"]
        assert set(claims) == CLAIMS
        assert (claims["iss"], claims["aud"], claims["sub"]) == (demo["base_url"], service.client_id, sub)
        assert {claim: claims[claim] for claim in PROFILE} == userinfo
        assert claims["auth_time"] <= claims["iat"] <= claims["exp"] <= time.time() + 3600


@pytest.mark.parametrize("library", SERVICES)
# Shows: openid.documented-form
def test_a_service_set_up_as_its_library_documents_knows_the_persons_name(
    library, demo, create_app, browser, person, name
):
    """They never ask the endpoint for user info, or only for what the ID token lacks."""
    path = SERVICES[library]
    app = create_app(library, f"http://127.0.0.1{path}")
    service = Service(demo, app, library, path)
    try:
        shown = service.finish(authorize(browser, service.begin()))
        assert shown["name"] == name, shown
        if "sub" in shown:
            assert shown["sub"] == str(person["id"])
    finally:
        service.close()


# Shows: openid.documented-form
def test_msal_knows_the_persons_name(app, party, browser, person, name):
    service = party(MsalNode, app)
    shown = service.ask("finish", url=authorize(browser, service.begin()))
    assert shown == {"sub": str(person["id"]), "name": name, "username": person["nickname"]}


@pytest.mark.parametrize("kind", ALL)
def test_it_reports_that_the_person_cancelled(kind, app, party, browser):
    service = party(kind, app)
    address = with_parameters(service.begin(), {"prompt": "consent"})
    with pytest.raises(Refused) as refusal:
        service.finish(decide(browser, address, "deny"))
    assert refusal.value.error == "access_denied" or "did not approve" in refusal.value.message


@pytest.mark.parametrize("kind", ALL)
def test_it_reports_a_wrong_secret(kind, app, party, browser):
    service = party(kind, app | {"client_secret": app["client_secret"][:-1] + "_"})
    # openid-client names the challenge instead of the error.
    with pytest.raises(Refused, match="invalid_client|WWW_AUTHENTICATE_CHALLENGE"):
        service.finish(authorize(browser, service.begin()))


@pytest.mark.parametrize("kind", ALL)
def test_it_refuses_an_answer_with_another_state(kind, app, party, browser):
    service = party(kind, app)
    back = authorize(browser, service.begin())
    with pytest.raises(Refused):
        service.finish(with_parameters(back, {"state": "another"}))


@pytest.mark.parametrize("kind", WITH_NONCE)
# Shows: openid.tampered
def test_it_refuses_an_id_token_with_another_nonce(kind, app, party, browser):
    """The code of a sign-in that someone else began, injected into this one."""
    service = party(kind, app)
    back = authorize(browser, with_parameters(service.begin(), {"nonce": "another"}))
    with pytest.raises(Refused, match="(?i)nonce"):
        service.finish(back)


@pytest.mark.parametrize("tamper", ["signature", "claims", "none"])
@pytest.mark.parametrize("kind", VERIFYING)
# Shows: openid.tampered
def test_it_refuses_an_id_token_that_was_tampered_with(kind, app, party, browser, tamper):
    service = party(kind, app)
    with pytest.raises(Refused, match="(?i)signature|alg"):
        service.finish(authorize(browser, service.begin()), tamper)


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi])
def test_it_refuses_an_answer_of_another_issuer(kind, app, party, browser):
    """Mix-up: the answer says that another provider gave it (RFC 9207)."""
    service = party(kind, app)
    back = authorize(browser, service.begin())
    with pytest.raises(Refused, match="(?i)iss"):
        service.finish(with_parameters(back, {"iss": "https://elsewhere.example"}))


@pytest.mark.parametrize(
    ("other", "named"),
    [({"issuer": "https://elsewhere.example"}, "issuer"), ({"client_id": "7"}, "audience")],
)
# Shows: openid.tampered
def test_it_refuses_an_id_token_of_another_issuer_or_for_another_app(other, named, app, party, browser):
    service = party(OpenidconnectRs, app)
    back = authorize(browser, service.begin())
    with pytest.raises(Refused, match=f"(?i){named}"):
        service.finish(back, expect=other)


def test_it_refuses_metadata_of_another_issuer(demo, app, party):
    """The issuer is compared byte for byte (OpenID Connect Discovery, section 4.3)."""
    service = party(OpenidconnectRs, app | {"issuer": demo["base_url"] + "/"})
    with pytest.raises(Refused, match="(?i)issuer"):
        service.begin()


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi, OpenidconnectRs, AuthlibHttpx])
def test_a_code_shown_twice_is_refused_and_ends_its_token(kind, demo, app, party, browser):
    service = party(kind, app)
    back = authorize(browser, service.begin())
    token = service.finish(back)["tokens"]["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(demo["base_url"] + "/oauth/userinfo", headers=headers).status_code == 200
    with pytest.raises(Refused, match="invalid_grant"):
        service.finish(back)
    answer = httpx.get(demo["base_url"] + "/oauth/userinfo", headers=headers)
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi])
def test_it_revokes_its_token_and_sees_that_it_is_gone(kind, app, party, browser, person):
    service = party(kind, app)
    identity = service.finish(authorize(browser, service.begin()))
    token, sub = identity["tokens"]["access_token"], str(person["id"])
    seen = service.ask("introspect", token=token)["introspection"]
    assert (seen["active"], seen["sub"], seen["client_id"]) == (True, sub, service.client_id)
    assert service.ask("userinfo", token=token, sub=sub)["userinfo"]["sub"] == sub
    service.ask("revoke", token=token)
    assert service.ask("introspect", token=token)["introspection"] == {"active": False}
    with pytest.raises(Refused, match="(?i)www-authenticate|invalid_token|401"):
        service.ask("userinfo", token=token, sub=sub)


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi])
def test_it_asks_for_a_fresh_sign_in_and_checks_when_it_was(kind, app, party, browser, person):
    service = party(kind, app)
    asked = browser.get(service.begin(prompt="login", max_age="60"), headers=NAVIGATION)
    confirm = asked.headers["Location"]
    assert confirm.startswith("/confirm?")
    fields = hidden_fields(browser.get(confirm).text, action="/confirm")
    before = int(time.time())
    confirmed = browser.post(
        "/confirm", data=fields | {"password": person["password"]}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert confirmed.status_code == 303, confirmed.text
    claims = service.finish(authorize(browser, confirmed.headers["Location"]))["claims"]
    assert claims["auth_time"] >= before


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi, AuthlibFlask])
def test_the_same_person_is_not_asked_again(kind, app, party, browser):
    service = party(kind, app)
    service.finish(authorize(browser, service.begin()))
    again = browser.get(service.begin(), headers=NAVIGATION)
    assert again.status_code == 303
    service.finish(again.headers["Location"])
    silent = browser.get(service.begin(prompt="none"), headers=NAVIGATION)
    service.finish(silent.headers["Location"])


@pytest.mark.parametrize("kind", [OpenidClient, Oauth4webapi, OpenidconnectRs])
def test_a_public_app_signs_somebody_in_by_pkce_alone(kind, demo, party, browser, person):
    service = party(kind, demo["public_app"])
    identity = service.finish(approve(browser, service.begin()))
    assert identity["userinfo"]["sub"] == str(person["id"])
    # It returns to loopback, where another program may listen: the person is always asked.
    assert browser.get(service.begin(), headers=NAVIGATION).status_code == 200
    with pytest.raises(Refused, match="consent_required"):
        service.finish(browser.get(service.begin(prompt="none"), headers=NAVIGATION).headers["Location"])


def test_a_service_does_not_notice_that_keys_are_rotated(demo, app, party, browser, operate):
    """The next key is published a day before it signs: for those who hold the keys, and for newcomers."""
    services = [party(kind, app) for kind in VERIFYING]
    before = [service.finish(authorize(browser, service.begin()))["tokens"] for service in services]
    published = len(httpx.get(demo["base_url"] + "/oauth/jwks").json()["keys"])
    operate("key", "signing", "rotate")
    after = [service.finish(authorize(browser, service.begin()))["tokens"] for service in services]
    assert {key_of(tokens) for tokens in before} == {key_of(tokens) for tokens in after}
    newcomer = party(AuthlibHttpx, app)
    newcomer.finish(authorize(browser, newcomer.begin()))
    assert published <= len(httpx.get(demo["base_url"] + "/oauth/jwks").json()["keys"])


def key_of(tokens):
    """The ID of the key that signed the ID token."""
    return decoded(tokens["id_token"].split(".")[0])["kid"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_signing_out_of_a_service_leads_through_here_and_back(method, demo, app, party, browser):
    service = party(OpenidClient, app)
    tokens = service.finish(authorize(browser, service.begin()))["tokens"]
    to = app["post_logout_redirect_uri"]
    address = service.ask("signOut", idToken=tokens["id_token"], to=to)["url"]
    if method == "POST":
        # A form on the service's page, which no browser sends a cookie with.
        url = httpx.URL(address)
        headers = {"Origin": str(httpx.URL(to).join("/")).rstrip("/"), "Sec-Fetch-Site": "cross-site"}
        sent = httpx.post(url.copy_with(query=None), data=dict(url.params), headers=headers)
        assert sent.status_code == 303, sent.text
        address = sent.headers["Location"]
    page = browser.get(address, headers=NAVIGATION)
    assert page.status_code == 200, page.text
    fields = hidden_fields(page.text, action="/oauth/logout")
    back = browser.post(
        "/oauth/logout", data=fields | {"decision": "sign-out"}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert (back.status_code, back.headers["Location"]) == (303, to + "?state=bye")
    with pytest.raises(Refused, match="login_required"):
        service.finish(browser.get(service.begin(prompt="none"), headers=NAVIGATION).headers["Location"])


def test_the_device_flow_signs_somebody_in(demo, app, party, browser, person):
    service = party(OpenidClient, app)
    asked = service.ask("device")
    assert asked["verification_uri"] == demo["base_url"] + "/device"
    approve_device(browser, asked["verification_uri_complete"])
    identity = service.ask("poll")
    assert identity["claims"]["sub"] == identity["userinfo"]["sub"] == str(person["id"])
    with pytest.raises(Refused, match="invalid_grant|expired_token"):
        service.ask("poll")


def test_the_sample_of_the_guide_signs_somebody_in_on_a_device(demo, browser, person, tmp_path):
    sample = codes(browser.get("/docs/openid-connect").text)["sample-device"].replace("CLIENT_ID", str(demo["public_app"]["client_id"]))
    process = subprocess.Popen(["sh", "-c", sample], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        _, address, _, _, user_code = process.stdout.readline().split()
        approve_device(browser, f"{address}?user_code={user_code}")
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert json.loads(said)["sub"] == str(person["id"])
