"""Services that sign people in with libraries that nobody here wrote. All of them are used alike: `begin()` gives the URL to
send the browser to, and `finish(back)` takes the URL that it came back with."""

import base64
import json
import os
from abc import ABC, abstractmethod
from urllib.parse import urlsplit

import flask
import httpx
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.flask_client import OAuth
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from instance import ROOT
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session
from software import NODE, Lines

# oauthlib refuses plain HTTP otherwise, even on loopback.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
SCOPE = "openid profile"
RUST = os.environ.get("RELYING_PARTY", ROOT / "target/relying-party/debug/relying-party")
SIGNATURES = ["RS256", "ES256"]


class Refused(Exception):
    """What a library raised: `error` is the OAuth code, if it had one."""

    def __init__(self, error, message):
        super().__init__(f"{error}: {message}")
        self.error, self.message = error, message


class RelyingParty(ABC):
    """A service with a library, set up for an app of the demo."""

    # Whether it checks the ID token's signature, and at_hash with it.
    verifies = True

    def __init__(self, demo, app):
        self.base_url, self.app = demo["base_url"], app
        self.client_id, self.secret = str(app["client_id"]), app.get("client_secret")

    @abstractmethod
    def begin(self, **more):
        """The authorize URL, with further parameters."""

    @abstractmethod
    def finish(self, back, tamper=None):
        """`userinfo`, `tokens` and, where the library gives them, `claims`. `tamper` changes the ID token on its way:
        "signature", "claims" or "none"."""

    def close(self):
        """Ends its process, if it has one."""


class Program(RelyingParty):
    """A program that takes verbs line by line."""

    auth = None

    def __init__(self, demo, app):
        super().__init__(demo, app)
        settings = {name: app.get(name) for name in ("client_secret", "redirect_uri")}
        settings |= {"issuer": app.get("issuer", self.base_url), "client_id": self.client_id, "scope": SCOPE}
        settings |= {"auth": self.auth if self.secret else "none"}
        self.lines = Lines([*self.program(), json.dumps(settings)])

    @abstractmethod
    def program(self):
        """What to start."""

    def ask(self, verb, **wanted):
        """What the script answers; a fault is raised."""
        answer = self.lines.ask({"do": verb} | wanted)
        if fault := answer.get("fault"):
            raise Refused(fault["error"], fault["message"])
        return answer

    def begin(self, **more):
        return self.ask("begin", more=more)["url"]

    def finish(self, back, tamper=None, expect=None):
        return self.ask("finish", url=back, tamper=tamper, expect=expect)

    def close(self):
        self.lines.close()


class Node(Program):
    """A script in `node/`."""

    script = None

    def program(self):
        return ["node", NODE / self.script]


class OpenidconnectRs(Program):
    """openidconnect (crates.io). `expect` has it check the ID token for another issuer or client than its own."""

    def program(self):
        return [RUST]


class OpenidClient(Node):
    """openid-client (npm), which sends the secret in the header."""

    script, auth = "openid-client.mjs", "basic"


class Oauth4webapi(Node):
    """oauth4webapi (npm), which sends the secret in the body."""

    script, auth = "oauth4webapi.mjs", "post"


class MsalNode(Node):
    """@azure/msal-node (npm). `finish` gives what it says about the account."""

    script = "msal.mjs"


class Service:
    """A service of `node/services.mjs`, with a library as its documentation shows it. `finish` gives what the library says
    about the person."""

    def __init__(self, demo, app, library, callback):
        settings = {"issuer": demo["base_url"], "library": library} | app
        self.lines = Lines(["node", NODE / "services.mjs", json.dumps(settings)])
        self.browser = httpx.Client(base_url=f"http://127.0.0.1:{self.lines.read()}", timeout=30)
        # Auth.js and NextAuth have their own paths.
        self.auth, _, provider = callback.partition("/callback")
        self.provider = provider.strip("/")

    def begin(self):
        if not self.provider:
            return self.browser.get("/login").headers["Location"]
        token = self.browser.get(f"{self.auth}/csrf").json()["csrfToken"]
        answer = self.browser.post(f"{self.auth}/signin/{self.provider}", data={"csrfToken": token})
        return answer.headers["Location"]

    def finish(self, back):
        answer = self.browser.get(back)
        assert answer.status_code == 302, answer.text
        if not self.provider:
            return self.browser.get("/me").raise_for_status().json()
        return self.browser.get(f"{self.auth}/session").raise_for_status().json()["user"]

    def close(self):
        self.browser.close()
        self.lines.close()


class Passport(RelyingParty):
    """An Express service with Passport (npm)."""

    verifies, strategy = False, None

    def __init__(self, demo, app):
        super().__init__(demo, app)
        settings = {"issuer": self.base_url, "client_id": self.client_id, "client_secret": self.secret}
        settings |= {"strategy": self.strategy}
        self.lines = Lines(["node", NODE / "passport.mjs", json.dumps(settings)])
        self.browser = httpx.Client(base_url=f"http://127.0.0.1:{self.lines.read()}", timeout=30)

    def begin(self, **more):
        return with_parameters(self.browser.get("/login").headers["Location"], more)

    def finish(self, back, tamper=None):
        answer = self.browser.get(back)
        if answer.headers["Content-Type"].startswith("application/json"):
            body = answer.json()
            if "fault" not in body:
                return body
            raise Refused(body["fault"]["error"], body["fault"]["message"])
        raise Refused(None, answer.text)

    def close(self):
        self.browser.close()
        self.lines.close()


class PassportOpenid(Passport):
    """passport-openidconnect (npm)."""

    strategy = "openidconnect"


class PassportOauth2(Passport):
    """passport-oauth2 (npm), which knows no ID tokens."""

    strategy = "oauth2"


class AuthlibFlask(RelyingParty):
    """A Flask service with Authlib (PyPI), which reads everything from the metadata."""

    def __init__(self, demo, app):
        super().__init__(demo, app)
        service = flask.Flask("service")
        service.secret_key = "test"
        self.tamper = None
        self.portico = OAuth(service).register(
            "portico",
            client_id=self.client_id,
            client_secret=self.secret,
            server_metadata_url=f"{self.base_url}/.well-known/openid-configuration",
            client_kwargs={"scope": SCOPE, "code_challenge_method": "S256"},
            compliance_fix=lambda session: session.register_compliance_hook("access_token_response", self.tampered),
        )
        more = {}
        service.add_url_rule("/login", "login", lambda: self.portico.authorize_redirect(app["redirect_uri"], **more))
        service.add_url_rule("/callback", "callback", self.callback)
        self.more, self.browser = more, service.test_client()

    def tampered(self, response):
        if self.tamper and response.ok:
            body = response.json()
            body["id_token"] = tampered(body["id_token"], self.tamper)
            response._content = json.dumps(body).encode()
        return response

    def callback(self):
        try:
            token = self.portico.authorize_access_token()
            claims = token.pop("userinfo")
            return {"claims": claims, "userinfo": self.portico.userinfo(token=token), "tokens": token}
        except OAuthError as err:
            return {"fault": [err.error, err.description]}
        except JoseError as err:
            return {"fault": [None, f"{type(err).__name__} {err}"]}

    def begin(self, **more):
        self.more.clear()
        self.more.update(more)
        return self.browser.get("/login").headers["Location"]

    def finish(self, back, tamper=None):
        self.tamper = tamper
        parts = urlsplit(back)
        body = self.browser.get(f"{parts.path}?{parts.query}").json
        if fault := body.get("fault"):
            raise Refused(*fault)
        return body


class AuthlibHttpx(RelyingParty):
    """Authlib's client on HTTPX (PyPI), with the ID token checked by its own classes."""

    def __init__(self, demo, app):
        super().__init__(demo, app)
        self.metadata = httpx.get(f"{self.base_url}/.well-known/openid-configuration").raise_for_status().json()
        self.client = OAuth2Client(
            client_id=self.client_id,
            client_secret=self.secret,
            redirect_uri=app["redirect_uri"],
            scope=SCOPE,
            token_endpoint_auth_method="client_secret_post" if self.secret else "none",
            code_challenge_method="S256",
        )

    def begin(self, **more):
        self.verifier, self.nonce = generate_token(48), generate_token()
        url, self.state = self.client.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=self.verifier, nonce=self.nonce, **more
        )
        return url

    def finish(self, back, tamper=None):
        # Left to the caller: the library would ask for a token all the same.
        returned = httpx.URL(back).params
        if "error" in returned:
            raise Refused(returned["error"], returned["error_description"])
        try:
            tokens = self.client.fetch_token(
                self.metadata["token_endpoint"],
                authorization_response=back,
                state=self.state,
                code_verifier=self.verifier,
            )
        except AuthlibBaseError as err:
            raise Refused(err.error, str(err)) from err
        id_token = tampered(tokens["id_token"], tamper) if tamper else tokens["id_token"]
        userinfo = self.client.get(self.metadata["userinfo_endpoint"]).raise_for_status().json()
        claims = checked(self, id_token, tokens["access_token"], self.nonce)
        return {"claims": claims, "userinfo": userinfo, "tokens": dict(tokens)}

    def close(self):
        self.client.close()


class RequestsOauthlib(RelyingParty):
    """requests-oauthlib (PyPI), which leaves ID tokens to its caller."""

    verifies = False

    def __init__(self, demo, app):
        super().__init__(demo, app)
        self.session = OAuth2Session(self.client_id, redirect_uri=app["redirect_uri"], scope=SCOPE.split(), pkce="S256")

    def begin(self, **more):
        url, _ = self.session.authorization_url(f"{self.base_url}/oauth/authorize", **more)
        return url

    def finish(self, back, tamper=None):
        try:
            tokens = self.session.fetch_token(
                f"{self.base_url}/oauth/token", authorization_response=back, client_secret=self.secret
            )
        except OAuth2Error as err:
            raise Refused(err.error, str(err)) from err
        userinfo = self.session.get(f"{self.base_url}/oauth/userinfo").json()
        return {"userinfo": userinfo, "tokens": dict(tokens)}

    def close(self):
        self.session.close()


def checked(party, id_token, access_token, nonce):
    """The claims of an ID token: its signature by the published keys, issuer, audience, times, nonce and at_hash."""
    keys = KeySet.import_key_set(httpx.get(f"{party.base_url}/oauth/jwks").raise_for_status().json())
    options = {
        "iss": {"essential": True, "value": party.base_url},
        "aud": {"essential": True, "value": party.client_id},
        "at_hash": {"essential": True},
    }
    params = {"nonce": nonce, "client_id": party.client_id, "access_token": access_token}
    try:
        token = jwt.decode(id_token, keys, algorithms=SIGNATURES)
        claims = CodeIDToken(token.claims, token.header, options, params)
        claims.validate()
    except JoseError as err:
        raise Refused(None, f"{type(err).__name__} {err}") from err
    return dict(claims)


def tampered(id_token, how):
    """The token with another signature, with a claim more under the same signature, or with none."""
    header, claims, signature = id_token.split(".")
    if how == "signature":
        signature = ("B" if signature[0] == "A" else "A") + signature[1:]
    elif how == "claims":
        claims = encoded(decoded(claims) | {"name": "Mallory"})
    else:
        header, signature = encoded({"alg": "none"}), ""
    return ".".join((header, claims, signature))


def decoded(part):
    """A part of a JWT, as the object it is."""
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def encoded(value):
    """An object as a part of a JWT."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def with_parameters(url, more):
    """The URL with parameters replaced or added."""
    return str(httpx.URL(url).copy_merge_params(more))


ALL = [OpenidClient, Oauth4webapi, OpenidconnectRs, PassportOpenid, PassportOauth2, AuthlibFlask, AuthlibHttpx, RequestsOauthlib]
