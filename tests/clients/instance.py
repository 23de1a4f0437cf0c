"""Processes of the program under test: `portico demo --json`, `portico serve`, and commands of the operator's.
Which of them the tests talk to is decided in `conftest.py`."""

import json
import os
import socket
import subprocess
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import urlsplit

import httpx

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PORTICO_BIN", ROOT / "target/debug/portico")
START_SECONDS = 60


def start(folder, push_origin, database=None):
    """The demo's process and what it said, with where its data are. Tried again when another program took a port in
    between, which it notices before it writes anything."""
    choice = ["--database-url", database] if database else []
    for attempt in range(1, 4):
        log = folder / f"stderr-{attempt}.log"
        settings = {
            "ROCKET_DATA_DIR": str(folder / f"data-{attempt}"),
            # The demo makes a folder of its own there.
            "TMPDIR": str(folder),
        }
        process = run(["demo", "--json", *choice], log, two_free_ports(), push_origin, settings)
        try:
            said = first_json_line(process)
            wait_until_alive(process, said)
            # With a database that stays, the key does as well.
            [data] = folder.glob(f"data-{attempt}" if database else "portico-demo-*")
            return process, said | {"data": data, "database": database or f"sqlite://{data / 'portico.db'}"}
        except Exception:
            ended_by_itself = process.poll() is not None
            stop(process)
            print(log.read_text()[-4000:])
            if attempt == 3 or not ended_by_itself:
                raise
    raise AssertionError("unreachable")


def serve(folder, push_origin, said, data, database):
    """A process that serves another database at the address of the demo, which has ended."""
    log = folder / "stderr-serve.log"
    settings = {"ROCKET_DATA_DIR": str(data), "ROCKET_DATABASE_URL": database, "TMPDIR": str(folder)}
    process = run(["serve"], log, urlsplit(said["base_url"]).port, push_origin, settings)
    try:
        wait_until_alive(process, said)
        return process
    except Exception:
        stop(process)
        print(log.read_text()[-4000:])
        raise


def run(words, log, port, push_origin, settings):
    """Starts a server."""
    environment = outside() | settings | {
        "ROCKET_ADDRESS": "127.0.0.1",
        "ROCKET_PORT": str(port),
        "ROCKET_THROTTLE": "{enabled=false}",
        "ROCKET_PUSH": f'{{local_service="{push_origin}",hosts=[]}}',
    }
    with log.open("w") as stderr:
        return subprocess.Popen(
            [BINARY, *words],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )


def command(words, data, database, seconds):
    """Runs a command of the operator's on an instance. Gives what it printed."""
    environment = outside() | {"ROCKET_DATA_DIR": str(data), "ROCKET_DATABASE_URL": database}
    done = subprocess.run([BINARY, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return done.stdout


def outside():
    """The environment without settings for an instance of one's own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("ROCKET_")}


def stop(process):
    """Ends a server by its own id."""
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
