"""The instance of the contract tests after `portico copy`: the demo gets very many messages, its database is copied, and a
process serves the copy at the demo's address. What was begun before that is asked about in `test_copy.py`."""

import os
import re
import shutil
import sqlite3
import time
from contextlib import closing
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from consent import authorize
from feed import Feed
from instance import command, serve, stop
from instance import start as start_demo

# A channel that no test posts to.
QUIET = "general"
# A million are for a release build.
MESSAGES = int(os.environ.get("PORTICO_CONTRACT_MESSAGES", "20000"))
MOST_SECONDS = 1800


def start(folder, push_origin, targets, tell):
    """The process that serves the last copy, and what the demo said, with what was `begun` there. Each target is the URL of
    an empty database, or `sqlite`: a file in the folder. `tell` is told how long the copies took."""
    data, source = folder / "data", folder / "source.db"
    database = f"sqlite://{source}"
    process, said = start_demo(folder, push_origin, database)
    try:
        begun = begin(said)
        data.mkdir(mode=0o700)
        # The demo deletes its own folder when it ends.
        shutil.copy(said["data"] / "instance.key", data)
    finally:
        stop(process)
    fill(source, said)
    for number, target in enumerate(targets):
        if target == "sqlite":
            target = f"sqlite://{folder / f'copy-{number}.db'}"
        began = time.monotonic()
        command(["copy", "--from", database, "--to", target], data, database, MOST_SECONDS)
        copied = time.monotonic() - began
        kinds = " to ".join(urlsplit(url).scheme for url in (database, target))
        tell(f"copied the demo and {MESSAGES:,} messages from {kinds}: {copied:.1f} seconds")
        database = target
    said |= {"data": data, "database": database, "begun": begun}
    return serve(folder, push_origin, said, data, database), said


def begin(said):
    """A session, a code, an ID token, a picture and a feed, as they are before the move."""
    person, app = said["people"][1], said["openid_app"]
    with httpx.Client(base_url=said["base_url"], timeout=30) as client:
        fields = {"login": person["nickname"], "password": person["password"]}
        answer = client.post("/sign-in", data=fields, headers={"Origin": said["base_url"]})
        assert answer.status_code == 303, answer.text
        exchanged = exchange(client, app, new_code(client, app))
        assert exchanged.status_code == 200, exchanged.text
        bearer = {"Authorization": f"Bearer {exchanged.json()['access_token']}"}
        picture = client.get("/oauth/userinfo", headers=bearer).json()["picture"]
        return {
            "person": person,
            "cookies": dict(client.cookies),
            "code": new_code(client, app),
            "id_token": exchanged.json()["id_token"],
            "picture": (picture, client.get(picture).content),
            "messages": shown(Feed(client, said, QUIET).html()),
        }


def shown(html):
    """The ids of the messages on a page, the oldest first."""
    return [int(id) for id in re.findall(r'id="message-(\d+)"', html)]


def new_code(client, app):
    """A code that the signed-in person's approval of an app brings."""
    request = {
        "client_id": app["client_id"],
        "redirect_uri": app["redirect_uri"],
        "state": "s",
        "response_type": "code",
        "scope": "openid profile",
    }
    back = authorize(client, f"/oauth/authorize?{urlencode(request)}")
    return parse_qs(urlsplit(back).query)["code"][0]


def exchange(client, app, code):
    """What the token endpoint answers."""
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": app["redirect_uri"]}
    return client.post("/oauth/token", data=form, auth=(str(app["client_id"]), app["client_secret"]))


def fill(source, said):
    """Adds messages to all channels, older than those that are there, and gives the code the time that a copy takes."""
    with closing(sqlite3.connect(source)) as database:
        channels = [channel["id"] for channel in said["channels"]]
        database.execute("CREATE TEMPORARY TABLE listed AS SELECT value AS id, key AS number FROM json_each(?)", [str(channels)])
        database.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
            "INSERT INTO messages (id, channel_id, author_id, content) "
            "SELECT (SELECT MIN(id) FROM messages) - n * 1000, listed.id, ?, 'Crate ' || n || ' was moved to shed ' || (n % 100) "
            "FROM numbers JOIN listed ON listed.number = n % ?",
            [MESSAGES, said["people"][0]["id"], len(channels)],
        )
        database.execute("UPDATE authorization_codes SET expires_at = expires_at + ?", [MOST_SECONDS * 1000])
        database.commit()
