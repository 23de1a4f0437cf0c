"""Apache with mod_auth_openidc in front of something that knows nothing of sign-in. The module reports its errors on pages
with status 200 or a 4xx, so what counts is the header with the claim."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from consent import NAVIGATION, authorize, decide
from relying_parties import with_parameters

MODULES = Path("/usr/lib/apache2/modules")
START_SECONDS = 30

CONFIG = """
ServerRoot {folder}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/error.log
DocumentRoot {folder}/files
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule headers_module {modules}/mod_headers.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so
# Without a group, a child cannot give up being root: it ends, and Apache with it.
User {user}
Group {group}
StartServers 1

OIDCProviderMetadataURL {base_url}/.well-known/openid-configuration
OIDCClientID {client_id}
OIDCClientSecret {client_secret}
OIDCRedirectURI http://127.0.0.1:{port}/callback
OIDCCryptoPassphrase {passphrase}
# Apache ends a connection whenever it likes, and a request that was sent on it meanwhile is lost.
KeepAlive Off

OIDCScope "openid profile"
OIDCPKCEMethod S256
OIDCRemoteUserClaim preferred_username
OIDCPassClaimsAs environment

<Location />
  AuthType openid-connect
  Require valid-user
  Header set X-Sub "%{{OIDC_CLAIM_sub}}e"
  Header set X-Name "%{{OIDC_CLAIM_name}}e"
  Header set X-User "expr=%{{REMOTE_USER}}"
</Location>
"""


@pytest.fixture
def apache(demo, tmp_path):
    """Starts an Apache for an app, and gives a browser that stands before it."""
    ended = []

    def start(app):
        port = free_port()
        files = tmp_path / "files"
        files.mkdir(exist_ok=True)
        (files / "index.html").write_text("behind Apache")
        as_root = os.getuid() == 0
        if as_root:
            for folder in (tmp_path, *tmp_path.parents):
                if folder.stat().st_uid == 0 and folder != Path("/"):
                    folder.chmod(folder.stat().st_mode | 0o055)
        config = tmp_path / "apache.conf"
        config.write_text(
            CONFIG.format(
                folder=tmp_path,
                port=port,
                modules=MODULES,
                user="www-data" if as_root else f"#{os.getuid()}",
                group="www-data" if as_root else f"#{os.getgid()}",
                base_url=demo["base_url"],
                client_id=app["client_id"],
                client_secret=app["client_secret"],
                passphrase=app["client_secret"][::-1],
            )
        )
        program = shutil.which("apache2", path=os.environ["PATH"] + ":/usr/sbin")
        process = subprocess.Popen([program, "-f", config, "-DFOREGROUND"], stdin=subprocess.DEVNULL)
        ended.append(process)
        browser = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                browser.get("/")
                return browser
            except httpx.TransportError:
                assert process.poll() is None and time.monotonic() < deadline, log(tmp_path)
                time.sleep(0.05)

    yield start
    for process in ended:
        process.terminate()
        process.wait(timeout=15)


def log(folder):
    file = folder / "error.log"
    return file.read_text() if file.exists() else "Apache said nothing"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def authorize_url(front):
    """Where Apache sends a browser that has no session."""
    asked = front.get("/index.html", headers={"Accept": "text/html"} | NAVIGATION)
    assert asked.status_code == 302, asked.text
    return asked.headers["Location"]


def test_apache_lets_in_who_signed_in(demo, client, sign_in, apache, tmp_path):
    person = demo["people"][3]
    sign_in(client, person)
    front = apache(demo["openid_app"])
    came_back = front.get(authorize(client, authorize_url(front)))
    assert came_back.status_code == 302, log(tmp_path)
    page = front.get(came_back.headers["Location"])
    assert (page.status_code, page.text) == (200, "behind Apache")
    assert page.headers["X-Sub"] == str(person["id"])
    assert page.headers["X-User"].startswith(person["nickname"])


@pytest.mark.parametrize("change", [{"state": "another"}, {"code": "1.another"}])
def test_apache_lets_no_one_in_by_a_forged_answer(demo, client, sign_in, apache, change):
    sign_in(client, demo["people"][3])
    front = apache(demo["openid_app"])
    back = authorize(client, authorize_url(front))
    refused = front.get(with_parameters(back, change))
    assert "X-Sub" not in refused.headers
    assert "behind" not in refused.text
    authorize_url(front)


def test_apache_lets_no_one_in_by_another_nonce(demo, client, sign_in, apache, tmp_path):
    sign_in(client, demo["people"][3])
    front = apache(demo["openid_app"])
    back = authorize(client, with_parameters(authorize_url(front), {"nonce": "another"}))
    refused = front.get(back)
    assert "X-Sub" not in refused.headers
    assert "nonce" in log(tmp_path)
    authorize_url(front)


def test_apache_lets_no_one_in_with_a_wrong_secret(demo, client, sign_in, apache, tmp_path):
    sign_in(client, demo["people"][3])
    app = demo["openid_app"]
    front = apache(app | {"client_secret": app["client_secret"][:-1] + "_"})
    refused = front.get(authorize(client, authorize_url(front)))
    assert "X-Sub" not in refused.headers
    assert "invalid_client" in log(tmp_path)
    authorize_url(front)


def test_apache_lets_no_one_in_who_cancelled(demo, client, sign_in, apache):
    """Versions before 2.4.13 take an error with `iss` (RFC 9207) for a wish to choose a provider, and say so."""
    sign_in(client, demo["people"][3])
    front = apache(demo["openid_app"])
    back = decide(client, with_parameters(authorize_url(front), {"prompt": "consent"}), "deny")
    refused = front.get(back)
    assert "X-Sub" not in refused.headers
    assert "behind" not in refused.text
    authorize_url(front)
