"""The instance that the contract tests talk to: `portico demo --json`, on free ports, with its data in a temporary
folder. What the clients do with it is in the test files beside this one."""

import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import httpx
import pytest
from push_service import PushService

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PORTICO_BIN", ROOT / "target/debug/portico")
START_SECONDS = 60


@pytest.fixture(scope="session")
def push_service():
    """A push service on this machine, which the instance may send to."""
    service = PushService()
    try:
        yield service
    finally:
        service.close()


@pytest.fixture(scope="session")
def demo(push_service):
    """What the demo printed about itself: `base_url`, `people`, `webhook`, `oauth_app` and the rest. One instance
    serves the whole run, so a test that changes something makes it first."""
    with tempfile.TemporaryDirectory(prefix="portico-contract-") as folder:
        process, said = start(Path(folder), push_service.origin)
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
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ROCKET_")}
        environment |= {
            "ROCKET_DATA_DIR": str(demo["data"]),
            "ROCKET_DATABASE_URL": f"sqlite://{demo['data'] / 'portico.db'}",
        }
        done = subprocess.run([BINARY, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

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


def start(folder, push_origin):
    """The process and what it said. Tried again when another program took a port in between."""
    for attempt in range(1, 4):
        log = folder / f"stderr-{attempt}.log"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ROCKET_")}
        environment |= {
            "ROCKET_ADDRESS": "127.0.0.1",
            "ROCKET_PORT": str(two_free_ports()),
            "ROCKET_DATA_DIR": str(folder / f"data-{attempt}"),
            "ROCKET_THROTTLE": "{enabled=false}",
            "ROCKET_PUSH": f'{{local_service="{push_origin}"}}',
            # The demo makes a folder of its own there.
            "TMPDIR": str(folder),
        }
        with log.open("w") as stderr:
            process = subprocess.Popen(
                [BINARY, "demo", "--json"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        try:
            said = first_json_line(process)
            wait_until_alive(process, said)
            [data] = folder.glob("portico-demo-*")
            return process, said | {"data": data}
        except Exception:
            ended_by_itself = process.poll() is not None
            stop(process)
            print(log.read_text()[-4000:])
            if attempt == 3 or not ended_by_itself:
                raise
    raise AssertionError("unreachable")


def stop(process):
    """Ends the demo by its own id."""
    process.terminate()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def two_free_ports():
    """The first of two free ports in a row: the demo takes one, its example service the next."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port


def first_json_line(process):
    """Reads its output until a line is the JSON object, and goes on reading so that it never blocks on a full pipe."""
    lines = Queue()

    def read():
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            line = lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise AssertionError("the demo said nothing about itself in time") from None
        if line is None:
            process.wait(timeout=15)
            raise AssertionError(f"the demo ended with status {process.returncode}")
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and "base_url" in said:
            return said


def wait_until_alive(process, said):
    """Asks until it answers: the demo may speak a moment before it listens."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            httpx.get(said["base_url"] + "/healthz", timeout=5).raise_for_status()
            return
        except httpx.HTTPError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
