"""Posting to a runtime URL with an HTTP client that nobody here wrote."""

import httpx
import pytest


@pytest.fixture
def url(demo):
    return demo["webhook"]["runtime_url"]


def test_a_post_is_stored_and_its_mentions_reported(demo, url):
    reader = demo["people"][1]
    answer = httpx.post(
        url,
        json={
            "content": f"@<{reader['id']}> and @all",
            "name": "Nightly",
            "avatarUrl": None,
            "allowedMentions": {"parse": ["users"]},
        },
    )
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert isinstance(body["message"]["id"], int)
    assert body["message"]["content"] == f"@{reader['nickname']} and @all"
    assert [report["id"] for report in body["mentions"]["fired"]] == [reader["id"]]
    assert [report["reason"] for report in body["mentions"]["silent"]] == ["not_opted_in"]


def test_every_fault_is_named_at_once(url):
    answer = httpx.post(url, json={"content": " ", "avatarUrl": "ftp://x", "allowedMentions": {"parse": ["roles", "here"]}})
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "invalid_request"
    assert {fault["pointer"] for fault in problem["errors"]} == {"/content", "/avatarUrl", "/allowedMentions/parse/1"}


def test_a_wrong_token_is_an_unknown_webhook(url):
    answer = httpx.post(url[:-1] + ("a" if url[-1] != "a" else "b"), json={"content": "x"})
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown_webhook"


def test_the_same_key_and_body_store_one_message(url):
    headers = {"Idempotency-Key": "nightly-2026-01-01"}
    answers = [httpx.post(url, json={"content": "once"}, headers=headers) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["message"]["id"] for answer in answers}) == 1
    assert httpx.post(url, json={"content": "twice"}, headers=headers).status_code == 422
