"""Events of GitHub, Gitea, GitLab and Grafana in the form that each documents, and a real Alertmanager that sends through its
own receivers."""

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


# Gitea sends its events under four names, and people by `login` and `username`.
HARBOUR = {"id": 4, "login": "harbour", "full_name": "", "email": "", "avatar_url": "", "username": "harbour"}
OTTO = {"id": 7, "login": "otto", "full_name": "Otto P.", "email": "otto@harbour.example", "avatar_url": "", "username": "otto"}
GITEA_REPOSITORY = {
    "id": 140,
    "owner": HARBOUR,
    "name": "tides",
    "full_name": "harbour/tides",
    "description": "",
    "private": False,
    "fork": False,
    "html_url": "https://gitea.example/harbour/tides",
    "clone_url": "https://gitea.example/harbour/tides.git",
    "default_branch": "main",
    "internal_tracker": {"enable_time_tracker": True},
    "topics": None,
    "licenses": None,
}
GITEA = [
    (
        "push",
        {
            "ref": "refs/heads/main",
            "before": "28e1879d029cb852e4844d9c718537df08844e03",
            "after": "bffeb74224043ba2feb48d137756c8a9331c449a",
            "compare_url": "https://gitea.example/harbour/tides/compare/28e1879d029c...bffeb7422404",
            "commits": [
                {
                    "id": "bffeb74224043ba2feb48d137756c8a9331c449a",
                    "message": "Add the table of high water\n\nFor March.\n",
                    "url": "https://gitea.example/harbour/tides/commit/bffeb74224043ba2feb48d137756c8a9331c449a",
                    "author": {"name": "Otto P.", "email": "otto@harbour.example", "username": "otto"},
                    "committer": {"name": "Otto P.", "email": "otto@harbour.example", "username": "otto"},
                    "verification": None,
                    "timestamp": "2026-03-01T13:50:02+01:00",
                    "added": ["march.csv"],
                    "removed": [],
                    "modified": [],
                }
            ],
            "total_commits": 1,
            "head_commit": None,
            "repository": GITEA_REPOSITORY,
            "pusher": OTTO,
            "sender": OTTO,
        },
        ["harbour/tides", "otto", "main", "Add the table of high water"],
    ),
    (
        "issues",
        {
            "action": "opened",
            "number": 12,
            "issue": {
                "id": 99,
                "number": 12,
                "user": OTTO,
                "title": "The tide of the 3rd is missing",
                "body": "Only that **one** day",
                "html_url": "https://gitea.example/harbour/tides/issues/12",
                "labels": [],
                "milestone": None,
                "assignee": None,
                "assignees": None,
                "state": "open",
                "pull_request": None,
            },
            "repository": GITEA_REPOSITORY,
            "sender": OTTO,
        },
        ["harbour/tides", "#12", "The tide of the 3rd is missing", "Only that one day"],
    ),
]


@pytest.mark.parametrize(("name", "payload", "parts"), GITEA)
def test_an_event_of_gitea_is_posted_under_the_names_that_it_sends(demo, feed, name, payload, parts):
    for encoded in ({"json": payload}, {"data": {"payload": json.dumps(payload)}}):
        answer = httpx.post(
            demo["webhook"]["runtime_url"] + "/github",
            headers={
                "X-Gitea-Event": name,
                "X-Gitea-Event-Type": name,
                "X-Gogs-Event": name,
                "X-GitHub-Event": name,
                "X-GitHub-Event-Type": name,
                "X-Gitea-Delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473",
                "X-Gitea-Signature": "",
            },
            **encoded,
        )
        assert answer.status_code == 200, answer.text
        assert answer.json()["message"]["id"]
    text = feed.text()
    for part in parts:
        assert part in text
    assert not LEFTOVERS.findall(feed.messages()[-1])


GITLAB_PROJECT = {
    "id": 15,
    "name": "Tides",
    "description": "",
    "web_url": "https://gitlab.example/harbour/tides",
    "avatar_url": None,
    "namespace": "Harbour",
    "visibility_level": 0,
    "path_with_namespace": "harbour/tides",
    "default_branch": "main",
    "ci_config_path": None,
}
PETRA = {"id": 1, "name": "Petra", "username": "petra", "avatar_url": None, "email": "[REDACTED]"}
GITLAB = [
    (
        "Push Hook",
        {
            "object_kind": "push",
            "event_name": "push",
            "before": "95790bf891e76fee5e1747ab589903a6a1f80f22",
            "after": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
            "ref": "refs/heads/main",
            "ref_protected": True,
            "checkout_sha": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
            "message": None,
            "user_id": 4,
            "user_name": "Petra",
            "user_username": "petra",
            "user_email": None,
            "user_avatar": None,
            "project_id": 15,
            "project": GITLAB_PROJECT,
            "commits": [
                {
                    "id": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
                    "message": "Correct the low water\n",
                    "title": "Correct the low water",
                    "timestamp": "2026-03-03T23:36:29+01:00",
                    "url": "https://gitlab.example/harbour/tides/-/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
                    "author": {"name": "Petra", "email": "[REDACTED]"},
                    "added": ["CHANGELOG"],
                    "modified": ["april.csv"],
                    "removed": [],
                }
            ],
            "total_commits_count": 1,
            "push_options": {},
        },
        ["harbour/tides", "Petra", "Correct the low water"],
    ),
    (
        "Merge Request Hook",
        {
            "object_kind": "merge_request",
            "event_type": "merge_request",
            "user": PETRA,
            "project": GITLAB_PROJECT,
            "object_attributes": {
                "id": 93,
                "iid": 16,
                "title": "Read the gauge twice",
                "description": "",
                "state": "opened",
                "action": "open",
                "draft": False,
                "source_branch": "gauge",
                "target_branch": "main",
                "url": "https://gitlab.example/harbour/tides/-/merge_requests/16",
                "last_commit": None,
                "assignee_id": None,
                "oldrev": None,
            },
            "labels": [],
            "changes": {},
            "assignees": [],
            "reviewers": [],
        },
        ["harbour/tides", "!16", "Read the gauge twice"],
    ),
    (
        "Pipeline Hook",
        {
            "object_kind": "pipeline",
            "object_attributes": {
                "id": 31,
                "iid": 3,
                "name": None,
                "ref": "main",
                "tag": False,
                "status": "failed",
                "detailed_status": "failed",
                "stages": ["build", "test"],
                "duration": 63,
                "queued_duration": None,
                "variables": [],
                "url": "https://gitlab.example/harbour/tides/-/pipelines/31",
            },
            "merge_request": None,
            "user": PETRA,
            "project": GITLAB_PROJECT,
            "commit": None,
            "builds": [{"id": 380, "stage": "test", "name": "gauges", "status": "failed", "runner": None}],
        },
        ["harbour/tides", "#3", "failed", "gauges"],
    ),
]


@pytest.mark.parametrize(("name", "payload", "parts"), GITLAB)
def test_an_event_of_gitlab_is_posted(demo, feed, name, payload, parts):
    answer = httpx.post(
        demo["webhook"]["runtime_url"] + "/gitlab",
        json=payload,
        headers={
            "User-Agent": "GitLab/17.0.0-pre",
            "X-Gitlab-Event": name,
            "X-Gitlab-Instance": "https://gitlab.example",
            "X-Gitlab-Webhook-UUID": "02affd2d-2cba-4033-917d-ec22d5dc4b38",
            "X-Gitlab-Event-UUID": "13792a34-cac6-4fda-95a8-c58e00a3954e",
        },
    )
    assert answer.status_code == 200, answer.text
    text = feed.text()
    for part in parts:
        assert part in text
    assert not LEFTOVERS.findall(feed.messages()[-1])


def test_an_alert_of_grafana_is_posted(demo, feed):
    alert = {
        "status": "firing",
        "labels": {"alertname": "High water", "grafana_folder": "Harbour", "instance": "gauge-2"},
        "annotations": {"summary": "The water is above 4 m"},
        "startsAt": "2026-03-01T09:51:03.157076+02:00",
        "endsAt": "0001-01-01T00:00:00Z",
        "generatorURL": "https://grafana.example/alerting/1afz29v7z/edit",
        "fingerprint": "c6eadffa33fcdf37",
        "silenceURL": "https://grafana.example/alerting/silence/new?alertmanager=grafana",
        "dashboardURL": "",
        "panelURL": "",
        "values": {"B": 4.2, "C": 1},
        "valueString": "[ var='B' labels={} value=4.2 ]",
        "orgId": 1,
    }
    body = {
        "receiver": "Portico",
        "status": "firing",
        "orgId": 1,
        "alerts": [alert],
        "groupLabels": {},
        "commonLabels": {"grafana_folder": "Harbour"},
        "commonAnnotations": {},
        "externalURL": "https://grafana.example/",
        "version": "1",
        "groupKey": "{}:{}",
        "truncatedAlerts": 0,
        "title": "[FIRING:1] High water",
        "state": "alerting",
        "message": "**Firing**",
    }
    answer = httpx.post(demo["webhook"]["runtime_url"] + "/alertmanager", json=body)
    assert answer.status_code == 200, answer.text
    text = feed.text()
    for part in ("High water", "The water is above 4 m", "gauge-2", "B = 4.2"):
        assert part in text


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
