"""Directus itself, set up as its guide says, and what its own API says of who signed in."""

import httpx
import pytest
from consent import authorize, decide
from products import DIRECTUS, Service, visit

pytestmark = pytest.mark.large

# What an administrator reads of a person. No name and no address comes from Portico.
FACTS = ["provider", "external_identifier", "first_name", "last_name", "email"]


@pytest.fixture
def start(guide, create_app, person, tmp_path):
    """Starts it: `start()`, or without some words of the guide's settings: `start("string:")`. Gives someone's browser there,
    and an administrator's client."""
    started = []

    def start(words=""):
        settings = guide("directus")
        assert words in settings["sample-settings"]
        settings["sample-settings"] = settings["sample-settings"].replace(words, "")
        service = Service(DIRECTUS, settings, person, create_app, tmp_path)
        token = {"Authorization": "Bearer a-token-of-the-test"}
        administrator = httpx.Client(base_url=service.browser.base_url, headers=token, timeout=30)
        started.extend([administrator, service])
        return service.browser, administrator

    yield start
    for one in started:
        one.close()


def people(administrator):
    """Whom it knows from Portico."""
    asked = {"filter[provider][_eq]": "portico", "fields": ",".join(["id", *FACTS])}
    return administrator.get("/users", params=asked).raise_for_status().json()["data"]


def me(there):
    """What it says of who is signed in in this browser."""
    fields = ",".join(["id", "role.name", *FACTS])
    return there.get("/users/me", params={"fields": fields}).raise_for_status().json()["data"]


def assert_nobody_is_signed_in(there, page):
    """`page` is where the browser ended up, which names the reason."""
    assert (page.status_code, page.url.path) == (200, "/admin/login")
    assert page.url.params["reason"] == "INVALID_CREDENTIALS"
    assert not there.cookies
    assert there.get("/users/me").status_code == 401


def test_it_knows_who_signed_in(start, browser, person):
    there, administrator = start()
    page = visit(there, authorize(browser, DIRECTUS.begin(there)))
    assert (page.status_code, page.url.path, "reason" in page.url.params) == (200, "/admin/login", False)
    newcomer = me(there)
    assert set(newcomer) == {"id"}, "without a role, nothing else may be read"
    arrived = dict.fromkeys(FACTS) | {"provider": "portico", "external_identifier": str(person["id"])}
    assert people(administrator) == [newcomer | arrived]

    [role] = administrator.get("/roles").raise_for_status().json()["data"]
    administrator.patch(f"/users/{newcomer['id']}", json={"role": role["id"]}).raise_for_status()
    there.cookies.clear()
    assert there.get("/users/me").status_code == 401
    visit(there, authorize(browser, DIRECTUS.begin(there)))
    assert me(there) == newcomer | arrived | {"role": {"name": role["name"]}}
    assert len(people(administrator)) == 1


def test_who_cancels_is_not_signed_in(start, browser):
    there, administrator = start()
    back = decide(browser, DIRECTUS.begin(there), "deny")
    assert httpx.URL(back).params["error"] == "access_denied"
    assert_nobody_is_signed_in(there, visit(there, back))
    assert people(administrator) == []


def test_without_registration_only_people_whose_id_is_set_get_in(start, browser, person, name):
    there, administrator = start("AUTH_PORTICO_ALLOW_PUBLIC_REGISTRATION=true")
    assert_nobody_is_signed_in(there, visit(there, authorize(browser, DIRECTUS.begin(there))))
    assert people(administrator) == []

    [role] = administrator.get("/roles").raise_for_status().json()["data"]
    known = {"provider": "portico", "external_identifier": str(person["id"]), "first_name": name}
    made = administrator.post("/users", json=known | {"role": role["id"]}).raise_for_status().json()["data"]
    visit(there, authorize(browser, DIRECTUS.begin(there)))
    assert me(there) == dict.fromkeys(FACTS) | known | {"id": made["id"], "role": {"name": role["name"]}}


def test_a_client_id_that_is_read_as_a_number_keeps_it_from_starting(start, capsys):
    with pytest.raises(httpx.TransportError):
        start("string:")
    assert "client_id" in capsys.readouterr().out
