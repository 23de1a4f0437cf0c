"""A push service on this machine, and a browser behind it, by third parties' libraries: they check the signature of each request
and decrypt its body."""

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class PushService:
    """Takes messages for one browser. `origin` is its address, `received` what came."""

    def __init__(self):
        self.received = Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.put((self.path, self.headers, body))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class SubscribedBrowser:
    """The keys of a browser's subscription."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def fields(self, endpoint):
        return {"endpoint": endpoint, "p256dh": encoded(self.point), "auth": encoded(self.secret)}

    def decrypted(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


def is_authorized(headers):
    """Whether the header of RFC 8292 is signed by the key that it names."""
    return Vapid02.verify(headers["Authorization"])


def parts(authorization):
    """The claims of its token, and its key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme.lower() == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    claims = fields["t"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4))), fields["k"]
