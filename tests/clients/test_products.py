"""Products set up as the guides at `/docs` say, each of which learns who a person is."""

import html
import os
import subprocess

import httpx
import pytest
from consent import approve_device, authorize
from products import LARGE, SMALL, Service

RUN_SECONDS = 60


@pytest.mark.parametrize("product", [*SMALL, *[pytest.param(one, marks=pytest.mark.large) for one in LARGE]], ids=str)
# Shows: openid.documented-form
def test_a_product_set_up_as_its_guide_says_knows_people(product, guide, create_app, browser, person, name, tmp_path):
    service = Service(product, guide(product.guide), person, create_app, tmp_path)
    try:
        back = authorize(browser, product.begin(service.browser))
        facts = {"name": name, "id": str(person["id"])}
        assert facts[product.fact] in html.unescape(product.shown(service.browser, back))
    finally:
        service.close()


# Shows: openid.documented-form
def test_oidc_agent_run_as_its_guide_says_gets_a_token(demo, guide, browser, name, tmp_path):
    sample = guide("oidc-agent")["sample-settings"].replace("CLIENT_ID", str(demo["public_app"]["client_id"]))
    (tmp_path / ".oidc-agent").mkdir()
    process = subprocess.Popen(
        ["timeout", str(RUN_SECONDS), "sh", "-c", "trap 'oidc-agent --kill' EXIT TERM\n" + sample],
        env=os.environ | {"HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = iter(process.stdout.readline, "")
        user_code = next(line for line in said if "enter the code" in line).split()[-1]
        approve_device(browser, f"/device?user_code={user_code}")
        token = next(line for line in said if line.startswith("portico_at_")).strip()
        process.communicate()
    finally:
        process.terminate()
        process.wait()
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(demo["base_url"] + "/oauth/userinfo", headers=headers).json()["name"] == name
