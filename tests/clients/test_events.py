"""Events of GitHub, Gitea and GitLab, and a real Alertmanager that sends through its own receivers."""

import json
import os
import re
import shutil
import socket
import subprocess
import time

import httpx
import pytest
from feed import Feed
from software import node

ALERTMANAGER = os.environ.get("ALERTMANAGER") or shutil.which("prometheus-alertmanager")
DELIVERY_SECONDS = 30
# What a template shows of a value that is missing, and markup that was not rendered.
LEFTOVERS = re.compile(r"\bundefined\b|\bnull\b|\bNone\b|\[object|NaN|%!|<nil>|\{\{|\}\}")


@pytest.fixture
def feed(demo, client, sign_in):
    return Feed(sign_in(client, demo["people"][0]), demo)


@pytest.fixture(scope="session")
def events():
    return node("events.mjs")


def test_every_github_event_is_posted_or_ignored_with_a_reason(demo, events):
    url = demo["webhook"]["runtime_url"] + "/github"
    posted = 0
    with httpx.Client() as client:
        for name, payload in events:
            answer = client.post(url, json=payload, headers={"X-GitHub-Event": name})
            assert answer.status_code == 200, (name, answer.text)
            body = answer.json()
            assert body.get("id") or body.get("message") or body.get("ignored"), (name, body)
            posted += "ignored" not in body
    assert posted > len(events) * 0.6


def test_no_github_event_shows_a_missing_value_or_an_empty_card(demo, events):
    native = demo["webhook"]["runtime_url"]
    with httpx.Client() as client:
        for name, payload in events:
            body = client.post(f"{native}/github", json=payload, headers={"X-GitHub-Event": name}).json()
            if "ignored" in body:
                continue
            message = client.get(f"{native}/messages/{message_id(body)}").json()
            shown = message.get("message", message)
            text = "\n".join([shown.get("content", ""), *(line for card in shown.get("cards", []) for line in texts(card))])
            # What the event's own texts say may be said.
            assert set(LEFTOVERS.findall(text)) <= set(LEFTOVERS.findall("\n".join(strings(payload)))), (name, text)
            assert shown.get("content") or shown.get("cards"), name
            for card in shown.get("cards", []):
                assert texts(card), (name, card)


def strings(value):
    """Every text in a payload."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def message_id(body):
    return body["message"]["id"] if isinstance(body.get("message"), dict) else body["id"]


def texts(card):
    """What a person reads of a card."""
    found = [card[key] for key in ("title", "text") if card.get(key)]
    found += [card[key][name] for key, name in (("author", "name"), ("footer", "text")) if card.get(key)]
    return found + [field[key] for field in card.get("fields", []) for key in ("name", "value")]


def test_a_github_form_is_read(demo, events, feed):
    payload = next(payload for name, payload in events if name == "push")
    answer = httpx.post(
        demo["webhook"]["runtime_url"] + "/github",
        data={"payload": json.dumps(payload)},
        headers={"X-GitHub-Event": "push"},
    )
    assert answer.status_code == 200, answer.text
    assert payload["repository"]["name"] in feed.text()


@pytest.fixture
def alertmanager(demo, tmp_path):
    """Debian's Alertmanager, which sends every alert through its webhook, Slack and Discord receivers."""
    assert ALERTMANAGER, "prometheus-alertmanager is not installed"
    url = demo["webhook"]["runtime_url"]
    config = tmp_path / "alertmanager.yml"
    config.write_text(
        json.dumps(
            {
                "global": {"resolve_timeout": "1m"},
                "route": {
                    "receiver": "webhook",
                    "group_by": ["alertname"],
                    "group_wait": "0s",
                    "group_interval": "1s",
                    "repeat_interval": "1h",
                    "routes": [
                        {"receiver": name, "continue": True} for name in ("webhook", "slack", "discord")
                    ],
                },
                "receivers": [
                    {"name": "webhook", "webhook_configs": [{"url": f"{url}/alertmanager", "send_resolved": True}]},
                    {"name": "slack", "slack_configs": [{"api_url": f"{url}/slack", "channel": "#ops", "send_resolved": True}]},
                    {"name": "discord", "discord_configs": [{"webhook_url": f"{url}/discord", "send_resolved": True}]},
                ],
            }
        )
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    log = (tmp_path / "alertmanager.log").open("w")
    process = subprocess.Popen(
        [
            ALERTMANAGER,
            f"--config.file={config}",
            f"--storage.path={tmp_path / 'data'}",
            f"--web.listen-address={address}",
            "--cluster.listen-address=",
        ],
        stdout=log,
        stderr=log,
    )
    try:
        until(lambda: is_ready(address), lambda: (tmp_path / "alertmanager.log").read_text())
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


def is_ready(address):
    try:
        return httpx.get(f"http://{address}/-/ready").status_code == 200
    except httpx.TransportError:
        return False


def until(condition, explain):
    """Waits for something that another process does."""
    end = time.monotonic() + DELIVERY_SECONDS
    while not condition():
        assert time.monotonic() < end, explain()
        time.sleep(0.2)


def test_alertmanager_sends_firing_and_resolved_through_every_receiver(demo, alertmanager, feed):
    def send(ends_at):
        alert = {
            "labels": {"alertname": "DiskAlmostFull", "severity": "critical", "instance": "crane-7"},
            "annotations": {"summary": "Crane 7 has 3 % of its disk left"},
            "generatorURL": "https://prometheus.example/graph",
        } | ({"endsAt": ends_at} if ends_at else {})
        answer = httpx.post(f"{alertmanager}/api/v2/alerts", json=[alert])
        assert answer.status_code == 200, answer.text

    def arrived(word):
        found = [message for message in feed.messages() if "DiskAlmostFull" in message and word in message.lower()]
        return len(found) >= 3

    send(None)
    until(lambda: arrived("firing"), feed.text)
    assert "Crane 7 has 3 % of its disk left" in feed.text()
    send(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 1)))
    until(lambda: arrived("resolved"), feed.text)
