"""The instance that the contract tests talk to: `portico demo --json`, on free ports, with its data in a temporary
folder. What the clients do with it is in the test files beside this one.

`PORTICO_CONTRACT_COPY` names databases that it is copied to first, one after the other, as `moved.py` says."""

import os
import tempfile
from pathlib import Path

import httpx
import moved
import pytest
from html_forms import codes, hidden_fields
from instance import command, start, stop
from push_service import PushService

COPIES = os.environ.get("PORTICO_CONTRACT_COPY", "").split()

# What was begun before a copy and goes on after it.
collect_ignore = [] if COPIES else ["test_copy.py"]


def pytest_configure(config):
    config.addinivalue_line("markers", "large: needs software that only `./test full` installs")


@pytest.fixture(scope="session")
def push_service():
    """A push service on this machine, which the instance may send to."""
    service = PushService()
    try:
        yield service
    finally:
        service.close()


@pytest.fixture(scope="session")
def tell(request):
    """Prints a line, whether tests pass or not."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def tell(line):
        with capture.global_and_fixture_disabled():
            print(f"\n{line}")

    return tell


@pytest.fixture(scope="session")
def demo(push_service, tell):
    """What the demo printed about itself: `base_url`, `people`, `webhook`, `oauth_app` and the rest. One instance
    serves the whole run, so a test that changes something makes it first."""
    with tempfile.TemporaryDirectory(prefix="portico-contract-") as folder:
        folder = Path(folder)
        if COPIES:
            process, said = moved.start(folder, push_service.origin, COPIES, tell)
        else:
            process, said = start(folder, push_service.origin)
        try:
            yield said
        finally:
            stop(process)


@pytest.fixture
def client(demo):
    """An HTTP client that starts at the instance and keeps its cookies. It follows no redirect by itself."""
    with httpx.Client(base_url=demo["base_url"], timeout=30) as client:
        yield client


@pytest.fixture
def operate(demo):
    """Runs a command of the operator's on the instance: `operate("key", "list")`. Gives what it printed."""

    def operate(*words):
        return command(words, data=demo["data"], database=demo["database"], seconds=60)

    return operate


@pytest.fixture
def sign_in(demo):
    """Signs one of the demo's people in on a client: `sign_in(client, demo["people"][0])`."""

    def sign_in(client, person):
        answer = client.post(
            "/sign-in",
            data={"login": person["nickname"], "password": person["password"]},
            # A client that is no browser says where its form came from.
            headers={"Origin": demo["base_url"]},
        )
        assert answer.status_code == 303, answer.text
        return client

    return sign_in


@pytest.fixture
def person(demo):
    return demo["people"][2]


@pytest.fixture
def browser(client, sign_in, person):
    """The person's browser."""
    return sign_in(client, person)


@pytest.fixture
def name(browser):
    """The person's display name."""
    return hidden_fields(browser.get("/settings/profile").text, action="/settings/profile")["name"]


@pytest.fixture
def owner(demo, sign_in):
    """The browser of someone who creates apps."""
    with httpx.Client(base_url=demo["base_url"], timeout=30) as client:
        yield sign_in(client, demo["people"][0])


@pytest.fixture
def create_app(owner):
    """Makes an app in the portal, for software that asks for an issuer URL: `create_app("Wiki", redirect_uri)`."""

    def create_app(name, redirect_uri):
        fields = {"name": name, "redirect_uris": redirect_uri, "homepage": "", "description": "", "profile": "oidc"}
        made = owner.post("/portal/apps", data=fields, headers={"Sec-Fetch-Site": "same-origin"})
        assert made.status_code == 303, made.text
        shown = codes(owner.get(made.headers["Location"]).text)
        return {"client_id": shown["client-id"], "client_secret": shown["client-secret"]}

    return create_app


@pytest.fixture
def guide(client):
    """What stands in the blocks of a guide for signing in, by their ids: `guide("grafana")`."""
    return lambda product: codes(client.get(f"/docs/sign-in-{product}").raise_for_status().text)
