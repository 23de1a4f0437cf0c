"""The OpenAPI description against the instance: Schemathesis makes requests from it, valid and invalid ones, for a webhook,
messages, an app, codes and an access token that exist, with all of its checks: what is valid has to be accepted, what is
invalid refused, and every response has to be one that the description lists."""

import json
from secrets import token_urlsafe
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
import requests
import schemathesis
from instance import ROOT
from consent import authorize
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

FORM = "application/x-www-form-urlencoded"
# It takes any form: what is wrong in it, the page says to which it leads.
ANY_FORM = "POST /oauth/logout"
URLS = ["url", "avatarUrl", "iconUrl", "thumbnailUrl", "imageUrl"]
# The same examples in every run; a seed decides them.
BOUNDED = settings(
    max_examples=6,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def requests_to_make():
    """Each operation of the description with valid requests, and with invalid ones where a body or a query can be wrong. The
    placeholders in the description are those that the instance fills in."""
    text = (ROOT / "src/routes/site/openapi.json").read_text()
    document = json.loads(text.replace("{base_url}", "http://localhost"))
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = found.ok()
        yield pytest.param(operation, GenerationMode.POSITIVE, id=operation.label)
        if operation.label != ANY_FORM and (len(operation.body) > 0 or len(operation.query) > 0):
            yield pytest.param(operation, GenerationMode.NEGATIVE, id=f"{operation.label} invalid")


@pytest.fixture(scope="module")
def session():
    """One connection for all requests."""
    with requests.Session() as session:
        yield session


@pytest.fixture(scope="module")
def known(demo):
    """Parameters of a path that name something that exists."""
    app_id, token = urlsplit(demo["webhook"]["runtime_url"]).path.split("/")[-2:]
    return {"app_id": app_id, "token": token, "version": "v10", "kind": "user", "id": demo["people"][0]["id"]}


@pytest.fixture(scope="module")
def credentials(demo):
    """An app's client ID and secret."""
    app = demo["openid_app"]
    return str(app["client_id"]), app["client_secret"]


@pytest.fixture(scope="module")
def new_code(demo):
    """Gives a code that a person's approval of an app brought, with what goes with it to the token endpoint."""
    with httpx.Client(base_url=demo["base_url"], timeout=30) as browser:
        person = demo["people"][0]
        fields = {"login": person["nickname"], "password": person["password"]}
        browser.post("/sign-in", data=fields, headers={"Origin": demo["base_url"]})

        def new_code(app, others):
            request = {"client_id": app["client_id"], "redirect_uri": app["redirect_uri"], "state": "s"} | others
            back = authorize(browser, f"/oauth/authorize?{urlencode(request)}")
            return {"code": parse_qs(urlsplit(back).query)["code"][0], "redirect_uri": app["redirect_uri"]}

        yield new_code


@pytest.fixture(scope="module")
def openid_exchange(demo, new_code):
    """Gives a form with which the app gets tokens."""

    def openid_exchange():
        request = {"response_type": "code", "scope": "openid profile"}
        return {"grant_type": "authorization_code"} | new_code(demo["openid_app"], request)

    return openid_exchange


@pytest.fixture(scope="module")
def access_token(demo, credentials, openid_exchange):
    """What the app gets when a person signs in to it."""
    answer = httpx.post(f"{demo['base_url']}/oauth/token", data=openid_exchange(), auth=credentials, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


@pytest.fixture
def authorized(credentials, access_token):
    """The arguments of a call with the credentials that an operation takes; none where it takes none."""

    def authorized(case):
        schemes = {name for one in case.operation.definition.raw.get("security", []) for name in one}
        is_form = case.media_type == FORM
        if "accessToken" in schemes:
            # It comes in one place only.
            is_in_body = is_form and isinstance(case.body, dict) and "access_token" in case.body
            return {} if is_in_body else {"headers": {"Authorization": f"Bearer {access_token}"}}
        return {"auth": credentials} if "client" in schemes and is_form else {}

    return authorized


@pytest.fixture
def supply(demo, known, credentials, new_code, openid_exchange, access_token, session):
    """Puts into a request what exists on this instance, and what a schema can't say: which codes, tokens, names and URLs
    are good."""
    app, client_id, client_secret = demo["oauth_app"], *credentials

    def message_id():
        posted = session.post(demo["webhook"]["runtime_url"], json={"content": "one of many"})
        return posted.json()["message"]["id"]

    def json_exchange(_):
        return {name: app[name] for name in ("client_id", "client_secret")} | new_code(app, {})

    def signed_in_with(field, value):
        """The field, and credentials in the header alone."""
        return lambda body: {name: body[name] for name in body if not name.startswith("client_")} | {field: value}

    bodies = {
        ("/oauth/token", "application/json"): json_exchange,
        ("/oauth/token", FORM): lambda _: openid_exchange(),
        ("/oauth/userinfo", FORM): lambda body: body | {"access_token": access_token} if body else body,
        ("/oauth/revoke", FORM): signed_in_with("token_type_hint", "access_token"),
        ("/oauth/introspect", FORM): signed_in_with("token", access_token),
        ("/oauth/device", FORM): signed_in_with("client_id", client_id),
    }

    def supply(case):
        path = case.meta.components.get(ParameterLocation.PATH)
        if path and path.mode.is_positive:
            case.path_parameters = {
                name: message_id() if name == "message_id" else known[name] for name in case.path_parameters
            }
        if not case.meta.generation.mode.is_positive:
            return
        if "Idempotency-Key" in (case.headers or {}):
            case.headers["Idempotency-Key"] = token_urlsafe()
        if case.path == "/oauth/authorize" and case.method == "GET":
            case.query |= {"client_id": app["client_id"], "redirect_uri": app["redirect_uri"]}
        if isinstance(case.body, dict):
            case.body = supplied(case)

    def supplied(case):
        put = bodies.get((case.path, case.media_type), with_good_texts)
        if case.media_type == FORM and "payload" in case.body:
            return {"payload": '{"text": "Done."}'}
        if case.media_type == "multipart/form-data":
            # Names of parts in other letters than ASCII are sent in a way that RFC 7578 forbids.
            return put({name: case.body[name] for name in case.body if name in ("content", "payload_json")})
        return put(case.body)

    return supply


def with_good_texts(body):
    """The same with good names and URLs wherever there are any, a text where an edit takes one away, and flags that don't
    drop the embeds: of these, more is asked than a schema can say."""
    good = {"content": "Done.", "name": "Deploys", "flags": 4096}
    good |= dict.fromkeys(URLS, "https://example.org/picture.png")

    def fixed(value):
        if isinstance(value, list):
            return [fixed(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            key: good[key] if key in good and not isinstance(part, (list, dict)) else fixed(part)
            for key, part in value.items()
        }

    return fixed(body)


@pytest.mark.parametrize(("operation", "mode"), list(requests_to_make()))
def test_requests_are_answered_as_the_description_says(operation, mode, demo, session, supply, authorized):
    @BOUNDED
    @given(operation.as_strategy(generation_mode=mode))
    def sends(case):
        supply(case)
        case.call_and_validate(
            base_url=demo["base_url"],
            session=session,
            timeout=30,
            allow_redirects=False,
            **authorized(case),
        )

    sends()


def test_the_credentials_of_these_requests_are_valid(demo, credentials, access_token):
    token = {"token": access_token}
    introspected = httpx.post(f"{demo['base_url']}/oauth/introspect", data=token, auth=credentials)
    assert introspected.json()["active"] is True
    bearer = {"Authorization": f"Bearer {access_token}"}
    assert httpx.get(f"{demo['base_url']}/oauth/userinfo", headers=bearer).status_code == 200
