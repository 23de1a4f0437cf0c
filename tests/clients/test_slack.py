"""Software written for Slack's incoming webhooks, and for Mattermost's and Rocket.Chat's: slack_sdk and apprise from PyPI,
@slack/webhook from npm."""

from urllib.parse import quote, urlsplit

import apprise
import httpx
import pytest
from feed import Feed
from slack_sdk.webhook import WebhookClient
from software import node


@pytest.fixture
def feed(demo, client, sign_in):
    return Feed(sign_in(client, demo["people"][0]), demo)


@pytest.fixture
def address(demo):
    """The webhook's app id and token."""
    return urlsplit(demo["webhook"]["runtime_url"]).path.split("/")[2:4]


@pytest.fixture
def url(demo):
    return demo["webhook"]["runtime_url"] + "/slack"


def test_slack_sdk_sends_text_blocks_and_attachments(url, feed):
    answer = WebhookClient(url).send(
        text="fallback",
        blocks=[
            {"type": "header", "text": {"type": "plain_text", "text": "Tide report"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "High water at *06:12* <https://tides.example/|table>"}},
            {"type": "divider"},
            {"type": "context", "elements": [{"type": "mrkdwn", "text": "from the harbour office"}]},
        ],
        attachments=[{"color": "warning", "title": "Wind", "text": "_Gale_ expected", "footer": "station 4"}],
    )
    assert (answer.status_code, answer.body) == (200, "ok")
    text = feed.text()
    for part in ("Tide report", "High water at 06:12 table", "from the harbour office", "Wind", "Gale expected", "station 4"):
        assert part in text
    assert "https://tides.example/" in feed.html()


def test_entities_are_text_and_never_a_mention(url, feed):
    assert WebhookClient(url).send(text="a &lt;!channel&gt; &amp; b").status_code == 200
    assert "a <!channel> & b" in feed.text()


def test_slack_webhook_from_npm_sends_and_is_refused(url, feed):
    [result] = node("slack.mjs", url)
    assert result["sent"]["text"] == "ok"
    assert (result["refused"]["status"], result["refused"]["text"]) == (400, "no_text")
    text = feed.text()
    for part in ("Build 215 passed: log", "Coverage", "Lines", "93 %"):
        assert part in text


def test_a_form_with_payload_is_read(url, feed):
    answer = httpx.post(url, data={"payload": '{"text": "by curl, as a form"}'})
    assert (answer.status_code, answer.text) == (200, "ok")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "by curl, as a form" in feed.text()


def test_a_wrong_token_is_slacks_plain_word(url):
    answer = httpx.post(url.replace("/slack", "x/slack"), json={"text": "x"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("schema", ["json", "mmost", "rocket"])
def test_apprise_notifies(schema, demo, address, feed):
    app_id, token = address
    host = urlsplit(demo["base_url"]).netloc
    addresses = {
        # apprise names its fields otherwise; these arguments rename and drop them.
        "json": f"json://{host}/webhooks/{app_id}/{token}?:message=content&:title=&:version=&:type=&:attachments=",
        "mmost": f"mmost://{host}/webhooks/{app_id}/{token}",
        "rocket": f"rocket://{quote(f'{app_id}/{token}')}@{host}/#builds?mode=webhook",
    }
    notifier = apprise.Apprise()
    assert notifier.add(addresses[schema])
    assert notifier.notify(body=f"apprise speaks {schema}")
    assert f"apprise speaks {schema}" in feed.text()
