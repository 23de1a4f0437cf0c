"""Software written for Discord's webhooks: discord-webhook from PyPI and @discordjs/rest from npm."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import httpx
import pytest
from discord_webhook import DiscordEmbed, DiscordWebhook
from feed import Feed
from software import node


@pytest.fixture
def feed(demo, client, sign_in):
    return Feed(sign_in(client, demo["people"][0]), demo)


@pytest.fixture
def address(demo):
    """The webhook's app id and token."""
    return urlsplit(demo["webhook"]["runtime_url"]).path.split("/")[2:4]


@pytest.fixture(params=["/webhooks/{}/{}/discord", "/api/webhooks/{}/{}", "/api/v10/webhooks/{}/{}"])
def url(demo, address, request):
    return demo["base_url"] + request.param.format(*address)


def test_discord_webhook_posts_an_embed(url, feed):
    embed = DiscordEmbed(title="Nightly build", description="All **green** on north", color="57f287")
    embed.set_author(name="Build machine", url="https://ci.example/")
    embed.set_footer(text="took four minutes")
    embed.set_timestamp()
    embed.add_embed_field(name="Commit", value="`1f0c9ae`")
    webhook = DiscordWebhook(url=url, content="Build 216", username="CI", embeds=[])
    webhook.add_embed(embed)
    answer = webhook.execute()
    assert answer.status_code == 200, answer.text
    assert answer.json()["content"] == "Build 216"
    text = feed.text()
    for part in ("Build 216", "Nightly build", "All green on north", "Build machine", "took four minutes", "1f0c9ae"):
        assert part in text


def test_discord_webhook_corrects_and_deletes_its_message(url, feed):
    webhook = DiscordWebhook(url=url, content="Deploying to the harbour")
    assert webhook.execute().status_code == 200
    webhook.content = "Deployed to the harbour"
    assert webhook.edit().status_code == 200
    text = feed.text()
    assert "Deployed to the harbour" in text
    assert "Deploying to the harbour" not in text
    assert webhook.delete().status_code == 204
    assert "Deployed to the harbour" not in feed.text()
    assert webhook.delete().status_code == 404


def test_a_file_is_named_and_not_kept(url, feed):
    webhook = DiscordWebhook(url=url, content="With a log")
    webhook.add_file(file=b"twelve bytes", filename="harbour-log.txt")
    assert webhook.execute().status_code == 200
    assert "harbour-log.txt" in feed.text()


def test_no_mention_fires_that_was_not_allowed(url, demo, sign_in):
    reader = demo["people"][1]
    with httpx.Client(base_url=demo["base_url"]) as other:
        inbox = lambda: sign_in(other, reader).get("/inbox").text  # noqa: E731
        DiscordWebhook(url=url, content=f"herring <@{reader['id']}> and @everyone").execute()
        assert "herring" not in inbox()
        allowed = {"parse": [], "users": [str(reader["id"])]}
        DiscordWebhook(url=url, content=f"mackerel <@{reader['id']}>", allowed_mentions=allowed).execute()
        assert "mackerel" in inbox()


def test_discordjs_posts_corrects_reads_and_deletes(demo, address, feed):
    [result] = node("discord.mjs", demo["base_url"], *address)
    posted = result["posted"]
    assert posted["content"].startswith("Deployed by discord.js")
    assert posted["embeds"][0]["title"] == "Release 7"
    assert result["edited"]["id"] == result["read"]["id"] == posted["id"]
    assert result["read"]["content"] == "Deployed, and verified"
    assert result["read"]["edited_timestamp"]
    assert (result["gone"]["status"], result["gone"]["code"]) == (404, 10008)
    assert result["refused"]["status"] == 400
    assert result["refused"]["code"] == 50035
    assert "Deployed, and verified" not in feed.text()


def test_the_time_of_a_message_is_in_its_own_field(demo, address):
    [result] = node("discord.mjs", demo["base_url"], *address)
    age = datetime.now(UTC) - datetime.fromisoformat(result["posted"]["timestamp"])
    assert abs(age) < timedelta(minutes=5)
    assert result["read"]["timestamp"] == result["edited"]["timestamp"] == result["posted"]["timestamp"]
    assert result["read"]["edited_timestamp"] > result["read"]["timestamp"]


def test_a_wrong_token_is_discords_unknown_webhook(demo, address):
    app_id, token = address
    answer = httpx.post(f"{demo['base_url']}/api/webhooks/{app_id}/{token[:-1]}!", json={"content": "x"})
    assert answer.status_code == 404
    assert answer.json()["code"] == 10015


def test_an_empty_message_is_refused_as_discord_does(url):
    answer = httpx.post(url, json={"content": "", "embeds": []})
    assert answer.status_code == 400
    assert answer.json()["code"] == 50006


def test_without_wait_the_answer_is_empty(url):
    answer = httpx.post(url, json={"content": "No answer wanted"})
    assert (answer.status_code, answer.content) == (204, b"")
