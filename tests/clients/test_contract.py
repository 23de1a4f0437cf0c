"""The OpenAPI description against the instance: Schemathesis makes requests from it, valid and invalid ones, for a webhook,
messages, an app and an access token that exist, and every response has to be one that the description lists."""

import json
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
import requests
import schemathesis
from conftest import ROOT
from consent import authorize
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

load_all_checks()
RESPONSES = CHECKS.get_by_names([
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "allow_header_conformance",
])
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
        if len(operation.body) > 0 or len(operation.query) > 0:
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
def access_token(demo, credentials):
    """What the app gets when a person signs in to it."""
    person, redirect_uri = demo["people"][0], demo["openid_app"]["redirect_uri"]
    request = {
        "client_id": credentials[0],
        "redirect_uri": redirect_uri,
        "response_type": "code",
        "scope": "openid profile",
        "state": "s",
    }
    with httpx.Client(base_url=demo["base_url"], timeout=30) as browser:
        fields = {"login": person["nickname"], "password": person["password"]}
        browser.post("/sign-in", data=fields, headers={"Origin": demo["base_url"]})
        back = authorize(browser, f"/oauth/authorize?{urlencode(request)}")
    code = parse_qs(urlsplit(back).query)["code"][0]
    exchange = {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri}
    answer = httpx.post(f"{demo['base_url']}/oauth/token", data=exchange, auth=credentials, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


@pytest.fixture
def authorized(credentials, access_token):
    """The arguments of a call with the credentials that an operation takes; none where it takes none."""

    def authorized(operation):
        schemes = {name for one in operation.definition.raw.get("security", []) for name in one}
        if "accessToken" in schemes:
            return {"headers": {"Authorization": f"Bearer {access_token}"}}
        return {"auth": credentials} if "client" in schemes else {}

    return authorized


@pytest.mark.parametrize(("operation", "mode"), list(requests_to_make()))
def test_every_response_is_one_that_the_description_lists(
    operation, mode, demo, known, session, authorized, access_token
):
    def parameter(name):
        if name != "message_id":
            return known[name]
        posted = session.post(demo["webhook"]["runtime_url"], json={"content": "one of many"})
        return posted.json()["message"]["id"]

    @BOUNDED
    @given(operation.as_strategy(generation_mode=mode))
    def sends(case):
        case.path_parameters = {name: parameter(name) for name in case.path_parameters}
        if operation.path == "/oauth/introspect" and mode == GenerationMode.POSITIVE:
            case.body["token"] = access_token
        case.call_and_validate(
            base_url=demo["base_url"],
            session=session,
            checks=RESPONSES,
            timeout=30,
            allow_redirects=False,
            **authorized(operation),
        )

    sends()


def test_the_credentials_of_these_requests_are_valid(demo, credentials, access_token):
    token = {"token": access_token}
    introspected = httpx.post(f"{demo['base_url']}/oauth/introspect", data=token, auth=credentials)
    assert introspected.json()["active"] is True
    bearer = {"Authorization": f"Bearer {access_token}"}
    assert httpx.get(f"{demo['base_url']}/oauth/userinfo", headers=bearer).status_code == 200
