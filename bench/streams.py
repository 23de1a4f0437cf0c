#!/usr/bin/env python3
"""What an open page costs a process: memory per event stream, and when a message arrives at all of them.

    bench/streams.py [--program target/release/portico] [--streams 4000] [--posts 20]

starts the demo on free ports and a temporary SQLite file, opens the streams of one channel, and posts into it. This client reads
all streams in one process on the same machine, so the times include its own; `bench/run live` has a client that costs less.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import subprocess
import time
import urllib.parse
import urllib.request


def free_ports():
    """Two free ports, one after the other: the demo has an example service beside it."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


def memory_kib(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def session(origin, person):
    form = urllib.parse.urlencode({"login": person["nickname"], "password": person["password"]}).encode()
    request = urllib.request.Request(f"{origin}/sign-in", form, {"Sec-Fetch-Site": "same-origin"})
    try:
        urllib.request.build_opener(NoRedirect).open(request)
    except urllib.error.HTTPError as answer:
        if answer.code == 303:
            return "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie"))
        raise
    raise SystemExit("the sign-in led nowhere")


class Streams:
    def __init__(self):
        self.arrived = {}

    async def open(self, port, path, cookie, opened):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise SystemExit(f"a stream was answered {status!r}")
        opened.release()
        while line := await reader.readline():
            if found := re.search(rb"measured-(\d+)", line):
                times = self.arrived.setdefault(int(found[1]), [])
                times.append(time.monotonic())


async def measure(options, port, process, demo):
    origin = f"http://127.0.0.1:{port}"
    people = [session(origin, person) for person in demo["people"]]
    # The demo's webhook posts there.
    channel = next(channel["id"] for channel in demo["channels"] if channel["name"] == "builds")
    path = f"/channels/{channel}/events"
    streams, opened = Streams(), asyncio.Semaphore(0)
    before = memory_kib(process)
    tasks = []
    for number in range(options.streams):
        tasks.append(asyncio.create_task(streams.open(port, path, people[0], opened)))
        if number % 100 == 99:
            await asyncio.sleep(0.05)
    for _ in range(options.streams):
        await asyncio.wait_for(opened.acquire(), 60)
    await asyncio.sleep(2)
    after = memory_kib(process)
    print(f"{options.streams:,} streams: {(after - before) / options.streams:.0f} KiB each, {after / 1024:.0f} MiB in all")
    took = []
    for number in range(options.posts):
        body = json.dumps({"content": f"measured-{number}"}).encode()
        request = urllib.request.Request(demo["webhook"]["runtime_url"], body, {"Content-Type": "application/json"})
        began = time.monotonic()
        await asyncio.to_thread(lambda request=request: urllib.request.urlopen(request).read())
        while len(streams.arrived.get(number, [])) < options.streams:
            await asyncio.sleep(0.02)
            if time.monotonic() - began > 60:
                raise SystemExit(f"{len(streams.arrived.get(number, []))} streams have post {number} after a minute")
        took += [at - began for at in streams.arrived[number]]
    took.sort()
    print(f"arrival of {options.posts} posts: p50 {took[len(took) // 2] * 1000:.0f} ms, p99 {took[int(len(took) * 0.99)] * 1000:.0f} ms")
    for task in tasks:
        task.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/portico")
    parser.add_argument("--streams", type=int, default=4_000)
    parser.add_argument("--posts", type=int, default=20)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    port = free_ports()
    most = options.streams + 10
    environment = os.environ | {
        "ROCKET_PORT": str(port),
        "ROCKET_BASE_URL": f"http://127.0.0.1:{port}",
        "ROCKET_THROTTLE": "{enabled=false}",
        "ROCKET_CAPS": f"{{streams_per_session={most},streams_per_person={most},streams_per_address={most}}}",
        "RUST_LOG": "warn",
    }
    process = subprocess.Popen(
        [options.program, "demo", "--json"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        demo = json.loads(process.stdout.readline())
        asyncio.run(measure(options, port, process, demo))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
