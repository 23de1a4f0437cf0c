"""The samples of the portal's pages: taken from the page as it is rendered, and run as they stand."""

import json
import os
import re
import shutil
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import pytest
from instance import ROOT
from consent import approve
from html_forms import codes

LANGUAGES = ("curl", "python", "javascript", "rust")
FIELDS = {"chat_user_id", "nickname", "name", "avatar_url"}
# Building a sample against libraries that are built already.
BUILD_SECONDS = 600
RUN_SECONDS = 60


@pytest.fixture
def owner(demo, client, sign_in):
    """A browser, signed in as the creator of the demo's webhook and app."""
    return sign_in(client, demo["people"][0])


@pytest.fixture
def webhook_page(demo, owner):
    return page(owner, f"/portal/webhooks/{demo['webhook']['app_id']}/setup?reveal")


@pytest.fixture
def app_page(demo, owner):
    return page(owner, f"/portal/apps/{demo['oauth_app']['client_id']}/setup")


def page(client, path):
    """What stands in the page's blocks of code, by their ids."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return codes(answer.text)


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """Builds a Rust sample, each once, of what the Rust tests are built of, so that nothing else has to be."""
    built = {}

    def program(text):
        if text not in built:
            built[text] = build(text, tmp_path_factory.mktemp("rust"))
        return built[text]

    return program


def build(text, folder):
    file = folder / "sample.rs"
    # As it stands on the page, but that another `main` may call this one.
    assert text.count("async fn main") == 1
    file.write_text(text.replace("async fn main", "pub async fn main"))
    asked = "cargo test --workspace --locked --no-run --message-format=json --test sample"
    done = subprocess.run(
        [*asked.split(), "--features", "portico-samples/sample"],
        cwd=ROOT,
        env=os.environ | {"PORTICO_SAMPLE": str(file)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
    )
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    faults = "".join(one["message"]["rendered"] for one in said if one["reason"] == "compiler-message")
    assert done.returncode == 0, faults + done.stderr
    artifacts = [one for one in said if one["reason"] == "compiler-artifact" and one["target"]["name"] == "sample"]
    # The next sample is built to the same place.
    return shutil.copy(artifacts[0]["executable"], folder / "sample")


@pytest.fixture
def command(program, tmp_path):
    """How a sample is run, as the page says it is."""

    def command(language, text):
        if language == "curl":
            return ["sh", "-c", text]
        if language == "rust":
            return [program(text)]
        file = tmp_path / {"python": "post.py", "javascript": "post.mjs"}[language]
        file.write_text(text)
        return [{"python": sys.executable, "javascript": "node"}[language], str(file)]

    return command


def environment(**variables):
    """This process's, without what would lead a request elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    # The demo listens on IPv4 alone, and not every Node tries both of what `localhost` stands for.
    return kept | {"NODE_OPTIONS": "--dns-result-order=ipv4first"} | variables


def run(argv, folder, **variables):
    """What it printed."""
    done = subprocess.run(
        argv,
        cwd=folder,
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_sample_of_the_pages_is_run_here(webhook_page, app_page):
    """A new language has to be added here."""

    def samples(found):
        return {id for id in found if id.startswith("sample-")}

    of_webhook = {f"sample-{language}{kind}" for language in LANGUAGES for kind in ("", "-mentions")}
    assert samples(webhook_page) == of_webhook
    assert samples(app_page) == {f"sample-{language}" for language in LANGUAGES} | {"sample-pkce"}


def test_the_line_that_sets_the_runtime_url_sets_it(demo, webhook_page, tmp_path):
    script = webhook_page["export-line"] + '\nprintf %s "$WEBHOOK_URL"'
    assert run(["sh", "-c", script], tmp_path) == demo["webhook"]["runtime_url"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_posts_a_message(demo, owner, webhook_page, command, tmp_path, language):
    sample = command(language, webhook_page[f"sample-{language}"])
    said = run(sample, tmp_path, WEBHOOK_URL=demo["webhook"]["runtime_url"])
    message_id = json.loads(said)["message"]["id"] if language == "curl" else int(said)
    channels = [owner.get(f"/channels/{channel['id']}").text for channel in demo["channels"]]
    assert any(f'data-message-id="{message_id}"' in channel for channel in channels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_with_allowed_mentions_calls_somebody(demo, webhook_page, command, tmp_path, language):
    sample = command(language, webhook_page[f"sample-{language}-mentions"])
    said = run(sample, tmp_path, WEBHOOK_URL=demo["webhook"]["runtime_url"])
    # Python prints its own way of writing the same.
    mentions = json.loads(said.replace("'", '"'))
    mentions = mentions.get("mentions", mentions)
    assert [one["text"] for one in mentions["fired"]] == ["@" + demo["people"][0]["nickname"]]
    assert mentions["silent"] == []


def test_a_line_of_the_guide_turns_an_event_of_other_software_into_a_message(demo, owner, tmp_path):
    [base_url, path] = demo["webhook"]["runtime_url"].split("/webhooks/")
    sample = page(owner, "/docs/compatible")["sample-jq"]
    # The owner's own webhook is in it.
    shown = re.search(rf"{re.escape(base_url)}/webhooks/(\w+/TOKEN)", sample)[1]
    event = {"data": {"issue": {"title": "Division by \"zero\"", "project": {"name": "tides"}}}}
    (tmp_path / "event.json").write_text(json.dumps(event))
    said = json.loads(run(["sh", "-c", sample.replace(shown, path)], tmp_path))
    assert said["message"]["content"] == 'Division by "zero" in tides'
    assert said["message"]["name"] == "Sentry"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_says_what_was_wrong(demo, webhook_page, command, tmp_path, language):
    """The address is that of no webhook any more."""
    sample = command(language, webhook_page[f"sample-{language}"])
    url = demo["webhook"]["runtime_url"][:-1] + "-"
    done = subprocess.run(
        sample, cwd=tmp_path, env=environment(WEBHOOK_URL=url), capture_output=True, text=True, timeout=RUN_SECONDS
    )
    if language == "curl":
        assert json.loads(done.stdout)["code"] == "unknown_webhook"
    else:
        assert done.returncode != 0
        assert "404" in done.stderr or "No working webhook has this URL" in done.stderr


def test_the_playgrounds_request_posts_what_was_composed(demo, owner, tmp_path):
    path = f"/portal/webhooks/{demo['webhook']['app_id']}/playground"
    content = "it's \"so\" \\ $HOME `ls` <b>\nover two lines, é 🎉"
    fields = {"content": content, "name": "Night 'n' day", "parse": ["users", "all"], "act": "preview"}
    answer = owner.post(path, data=fields, headers={"Sec-Fetch-Site": "same-origin"})
    sample = codes(answer.text)["playground-curl"]
    said = json.loads(run(["sh", "-c", sample], tmp_path, WEBHOOK_URL=demo["webhook"]["runtime_url"]))
    assert said["message"]["content"] == content
    assert said["message"]["name"] == "Night 'n' day"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sample_signs_somebody_in(demo, owner, app_page, command, tmp_path, language):
    argv = command(language, app_page[f"sample-{language}"])
    secret = demo["oauth_app"]["client_secret"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        argv, cwd=tmp_path, env=environment(CLIENT_SECRET=secret), stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )
    try:
        url = process.stdout.readline().split()[-1]
        back = approve(owner, url)
        said, faults = process.communicate(back + "\n", timeout=RUN_SECONDS)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, said + faults
    for field in FIELDS:
        assert field in said, said
    assert str(demo["people"][0]["id"]) in said


def test_the_page_followed_from_top_to_end_signs_somebody_in(demo, owner, app_page, tmp_path):
    """The link at the top, the code of the address that comes back, the exchange further down: one verifier fits all."""
    url = app_page["authorize-url"]
    asked = parse_qs(urlsplit(url).query)
    assert run(["sh", "-c", app_page["sample-pkce"]], tmp_path).strip() == asked["code_challenge"][0]
    back = parse_qs(urlsplit(approve(owner, url)).query)
    assert back["state"] == asked["state"]
    exchange = {"CLIENT_SECRET": demo["oauth_app"]["client_secret"], "CODE": back["code"][0]}
    identity = json.loads(run(["sh", "-c", app_page["sample-curl"]], tmp_path, **exchange))
    assert set(identity) == FIELDS
    assert identity["chat_user_id"] == demo["people"][0]["id"]


def test_the_playground_of_an_app_leads_through_a_sign_in(demo, owner, tmp_path):
    steps = page(owner, f"/portal/apps/{demo['oauth_app']['client_id']}/playground")
    back = approve(owner, steps["authorize-url"])
    code = parse_qs(urlsplit(back).query)["code"][0]
    assert back == steps["back-approved"].replace("CODE", code)
    exchange = {"CLIENT_SECRET": demo["oauth_app"]["client_secret"], "CODE": code}
    identity = json.loads(run(["sh", "-c", steps["token-curl"]], tmp_path, **exchange))
    assert identity == json.loads(steps["identity"])
