"""Products that sign people in, set up as their guides at `/docs` say: the guide's blocks become the files that it names.
What each needs around that is in `products/`, with the versions that are installed. A browser goes through a product by
`begin(browser)`, which gives where it leads to, and `shown(browser, back)`, what it says of who came back."""

import os
import re
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable
from urllib.parse import unquote

import httpx
from html_forms import hidden_fields
from instance import ROOT, outside

FOLDER = ROOT / "tests/clients/products"
ENVIRONMENTS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "products"
START_SECONDS = 180


def visit(browser, path):
    """Follows a product's own redirects. Gives the first response that is none of them."""
    # Browsers take loopback for secure.
    for cookie in browser.cookies.jar:
        cookie.secure = False
    answer = browser.get(path)
    while answer.has_redirect_location and answer.next_request.url.netloc == browser.base_url.netloc:
        answer = browser.send(answer.next_request)
    return answer


def link(path):
    """For a product whose sign-in begins with a link."""
    return lambda browser: visit(browser, path).headers["Location"]


def page(path):
    """For a product that says on this page who is signed in."""

    def shown(browser, back):
        visit(browser, back)
        return visit(browser, path).raise_for_status().text

    return shown


@dataclass(frozen=True)
class Product:
    guide: str
    # The blocks of the guide by their ids, and the file in which each is put, after what stands there already.
    files: dict[str, str]
    # Run in the folder of these files, with `PORT`.
    command: str
    begin: Callable
    shown: Callable
    # Its folder in `products/`, where that has another name.
    folder: str | None = None
    # What of the person it shows.
    fact: str = "name"

    def __str__(self):
        return self.guide


def origin_of(browser):
    return str(browser.base_url).rstrip("/")


def begin_allauth(browser):
    path = "/accounts/oidc/portico/login/"
    return browser.post(path, data=hidden_fields(browser.get(path).text, action="")).headers["Location"]


def begin_better_auth(browser):
    asked = {"provider": "portico", "callbackURL": "/"}
    headers = {"Origin": origin_of(browser)}
    return browser.post("/api/auth/sign-in/social", json=asked, headers=headers).raise_for_status().json()["url"]


def streamlit(browser):
    """What its page says, for which it needs a script."""
    browser.get("/_stcore/health")
    cookies = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)
    program = [ENVIRONMENTS / "streamlit/bin/python", FOLDER / "streamlit/visit.py", origin_of(browser), cookies]
    program += [browser.cookies["_streamlit_xsrf"]]
    return subprocess.run(program, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def shown_by_streamlit(browser, back):
    visit(browser, back)
    return streamlit(browser)


def shown_by_synapse(browser, back):
    # It asks whether the application may have the token.
    token = re.search(r"loginToken=(\w+)", visit(browser, back).text)[1]
    signed_in = {"type": "m.login.token", "token": token}
    me = browser.post("/_matrix/client/v3/login", json=signed_in).raise_for_status().json()["user_id"]
    return browser.get(f"/_matrix/client/v3/profile/{me}").raise_for_status().text


def shown_by_node_red(browser, back):
    # As its editor reads it: a `+` is no space.
    token = unquote(str(visit(browser, back).url).partition("access_token=")[2])
    return browser.get("/settings", headers={"Authorization": f"Bearer {token}"}).raise_for_status().text


def shown_by_open_webui(browser, back):
    visit(browser, back)
    return browser.get("/api/v1/auths/", headers={"Authorization": f"Bearer {browser.cookies['token']}"}).text


DJANGO = "python -m django migrate -v 0 && exec python -m django runserver --noreload $PORT"
SUPERSET = (
    "export FLASK_APP=superset SUPERSET_SECRET_KEY=test"
    " && superset db upgrade && superset init && exec superset run --port $PORT"
)
# `./test` installs these for every run, those below for `./test full`.
SMALL = [
    Product(
        "django",
        {"sample-settings": "settings.py", "sample-backend": "portico.py", "sample-urls": "urls.py"},
        DJANGO,
        link("/oidc/authenticate/"),
        page("/"),
    ),
    Product(
        "allauth",
        {"sample-settings": "settings.py", "sample-urls": "urls.py"},
        DJANGO,
        begin_allauth,
        page("/"),
        folder="django",
    ),
    Product(
        "better-auth",
        {"sample-settings": "auth.js"},
        "exec node service.js",
        begin_better_auth,
        page("/api/auth/get-session"),
    ),
    Product(
        "directus",
        {"sample-settings": ".env"},
        "exec node service.mjs",
        link("/auth/login/portico"),
        page("/users/me"),
        fact="id",
    ),
]
LARGE = [
    Product(
        "flask-appbuilder",
        {"sample-settings": "config.py"},
        "exec flask --app service run --port $PORT",
        link("/login/portico"),
        page("/me"),
    ),
    Product(
        "superset",
        {"sample-settings": "superset_config.py"},
        SUPERSET,
        link("/login/portico"),
        page("/api/v1/me/"),
    ),
    Product(
        "open-webui",
        {"sample-settings": "settings.env"},
        "set -a && . ./settings.env && exec open-webui serve --host 127.0.0.1 --port $PORT",
        link("/oauth/oidc/login"),
        shown_by_open_webui,
    ),
    Product(
        "streamlit",
        {"sample-settings": ".streamlit/secrets.toml", "sample-app": "app.py"},
        "exec streamlit run app.py --server.headless true --server.address 127.0.0.1 --server.port $PORT",
        lambda browser: visit(browser, streamlit(browser)).headers["Location"],
        shown_by_streamlit,
    ),
    Product(
        "synapse",
        {"sample-settings": "homeserver.yaml"},
        "exec sh start.sh",
        link("/_matrix/client/v3/login/sso/redirect/oidc-portico?redirectUrl=https://app.example.org/"),
        shown_by_synapse,
    ),
    Product(
        "node-red",
        {"sample-settings": "settings.js"},
        "exec node-red --userDir . --settings settings.js --port $PORT",
        link("/auth/strategy"),
        shown_by_node_red,
        fact="id",
    ),
]
# In a test file of its own. It would ask npm for newer versions of itself.
DIRECTUS = Product(
    "directus",
    {"sample-settings": ".env"},
    "export HTTPS_PROXY=http://127.0.0.1:1 && directus bootstrap && exec directus start",
    link("/auth/login/portico?redirect=/admin/login?continue"),
    page("/users/me"),
    folder="directus-server",
    fact="id",
)


class Service:
    """A product that runs, and the browser of someone who uses it. `create_app` makes an app for its redirect URI."""

    def __init__(self, product, guide, person, create_app, folder):
        source = FOLDER / (product.folder or product.guide)
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        origin = f"http://127.0.0.1:{port}"

        redirect = guide["sample-redirect"]
        [host] = re.findall(r"https://[\w.]+", redirect)
        app = create_app(product.guide, redirect.replace(host, origin))
        filled = {
            host: origin,
            "CLIENT_ID": app["client_id"],
            "CLIENT_SECRET": app["client_secret"],
            "COOKIE_SECRET": "test",
            "USER_ID": str(person["id"]),
        }
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
        # What is compiled on the machine stands with what is built.
        modules = [source / "node_modules", ENVIRONMENTS / source.name / "node_modules"]
        modules = next((one for one in modules if one.exists()), modules[0])
        (folder / "node_modules").symlink_to(modules)
        for id, name in product.files.items():
            text = guide[id]
            for placeholder, value in filled.items():
                text = re.sub(rf"(?<!\w){re.escape(placeholder)}(?!\w)", value, text)
            (folder / name).parent.mkdir(exist_ok=True)
            with (folder / name).open("a") as file:
                file.write("\n" + text + "\n")

        programs = [ENVIRONMENTS / source.name / "bin", modules / ".bin"]
        environment = outside() | {
            "PYTHONPATH": str(folder),
            "PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]]),
            "NODE_OPTIONS": "--dns-result-order=ipv4first",
            "HOME": str(folder),
            "PORT": str(port),
            "PORTICO_ID": app["client_id"],
            "PORTICO_SECRET": app["client_secret"],
            "BETTER_AUTH_SECRET": app["client_secret"],
            "DJANGO_SETTINGS_MODULE": "settings",
        }
        self.log = folder / "product.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", product.command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.browser = httpx.Client(base_url=origin, timeout=30)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.browser.get("/")
                return
            except httpx.TransportError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.close()
                    raise
                time.sleep(0.1)

    def close(self):
        """Ends it, and shows what it said."""
        self.browser.close()
        self.process.terminate()
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        print(self.log.read_text()[-4000:])
