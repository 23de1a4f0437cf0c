"""Authenticator apps: codes of software that nobody here wrote."""

import time

import pyotp
from html_forms import codes

TOTP = "/settings/security/totp"
SECOND = "/sign-in/second"


def test_codes_of_another_implementation_set_an_app_up_and_sign_in(client, demo):
    headers = {"Origin": demo["base_url"]}
    person = {"nickname": "otto_pass", "name": "Otto Pass", "password": "a quiet morning by the sea"}
    assert client.post("/sign-up", data=person, headers=headers).status_code == 303
    assert client.post(TOTP, data={"act": "begin"}, headers=headers).status_code == 303
    key = codes(client.get(f"{TOTP}?reveal").text)["totp-key"].replace(" ", "")
    app = pyotp.TOTP(key)
    used = app.now()
    done = client.post(TOTP, data={"act": "confirm", "code": used}, headers=headers)
    assert done.headers["Location"] == "/settings/security/recovery-codes"
    client.post("/sign-out", headers=headers)
    login = {"login": person["nickname"], "password": person["password"]}
    led = client.post("/sign-in", data=login, headers=headers)
    assert led.headers["Location"].startswith(SECOND)
    assert client.post(SECOND, data={"code": used}, headers=headers).status_code == 422
    # One step ahead is within what clocks may differ by, and was not used yet; two are not.
    for steps, status in [(3, 422), (1, 303)]:
        code = app.at(int(time.time()) + steps * app.interval)
        assert client.post(SECOND, data={"code": code}, headers=headers).status_code == status, steps
    assert client.get("/settings/profile").status_code == 200
