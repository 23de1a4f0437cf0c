"""The OpenAPI description against the instance: Schemathesis makes requests from it, valid and invalid ones, for a webhook and
messages that exist, and every response has to be one that the description lists."""

import json
from urllib.parse import urlsplit

import pytest
import requests
import schemathesis
from conftest import ROOT
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


@pytest.mark.parametrize(("operation", "mode"), list(requests_to_make()))
def test_every_response_is_one_that_the_description_lists(operation, mode, demo, known, session):
    def parameter(name):
        if name != "message_id":
            return known[name]
        posted = session.post(demo["webhook"]["runtime_url"], json={"content": "one of many"})
        return posted.json()["message"]["id"]

    @BOUNDED
    @given(operation.as_strategy(generation_mode=mode))
    def sends(case):
        case.path_parameters = {name: parameter(name) for name in case.path_parameters}
        case.call_and_validate(
            base_url=demo["base_url"], session=session, checks=RESPONSES, timeout=30, allow_redirects=False
        )

    sends()
