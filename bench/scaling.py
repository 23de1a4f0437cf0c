#!/usr/bin/env python3
"""The tables of docs/scaling.md: what an instance needs at 1, 10, 100 and 1,000 times a size, and what saturates first.

    bench/scaling.py            writes the tables, and the rate of exchanges, into the page
    bench/scaling.py --check    fails if the page is out of date
    bench/scaling.py --print --people 5000 --posts-a-day 400000
                                prints them for another size

The rates are read from the tables of bench/README.md. The time of a post is simulated: posts arrive at random, those that arrive
during a commit are the next batch, and a batch takes what the measured rates at 1 and at 256 connections say. The model is
compared with the measured rates at 16 and at 64, which it has not seen.
"""

import argparse
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "bench/README.md"
PAGE = ROOT / "docs/scaling.md"

# The size that is multiplied, see docs/scaling.md.
PEOPLE = 1_000
POSTS_A_DAY = 20_000
STREAMS_PER_PERSON = 1.5
PAGES_PER_PERSON_A_DAY = 60
# The busiest second of a day has so many times its average.
PEAK = 10

# The code's own numbers: crates/platform/src/{group_commit,database}.rs, crates/rules/src/ids.rs and the pages of docs.
MOST_TOGETHER = 256
MOST_WAITING = 2_048
CONNECTIONS_PER_PROCESS = 32
# Beside the processes: three that Postgres keeps for superusers, two of a migration, and some for commands and pg_dump.
RESERVED_CONNECTIONS = 10
MOST_PROCESSES = 32
# A process is planned to be at most so busy, so that the loss of one is borne by the others.
BUSY = 0.5
# Measured with bench/streams.py, see docs/scaling.md.
STREAMS_PER_PROCESS = 4_000
KIB_PER_STREAM = 45
# A synchronous replica in another zone, per commit.
ROUND_TRIP_S = 0.001

TIMES = (1, 10, 100, 1_000)


class Measured:
    """The rows of the tables of bench/README.md."""

    def __init__(self):
        self.text = README.read_text()

    def rate(self, database, request, connections):
        """Requests a second at full load, from the first table."""
        row = rf"^\| {database} \| {request} \| {connections} \| \*\*[\d.]+\*\*[^|]*\| ([\d,]+) \|"
        found = re.search(row, self.text, re.MULTILINE)
        if not found:
            sys.exit(f"no row for {database}, {request}, {connections} in {README}")
        return int(found[1].replace(",", ""))

    def bytes_per_message(self, database):
        row = rf"^\| {database} \| \d+ \([^|]*\| \d+ \| \d+ \| (\d+) \|$"
        found = re.search(row, self.text, re.MULTILINE)
        if not found:
            sys.exit(f"no footprint of {database} in {README}")
        return int(found[1])


class Commit:
    """A batch of n posts takes `fixed + n * each` seconds."""

    def __init__(self, measured, database, distance=0.0):
        one = 1 / measured.rate(database, "webhook post", 1)
        all_ = MOST_TOGETHER / measured.rate(database, "webhook post", MOST_TOGETHER)
        self.each = (all_ - one) / (MOST_TOGETHER - 1)
        self.fixed = one - self.each + distance

    def rate(self, connections):
        """Posts a second while each connection sends the next post after the response to the one before it."""
        return connections / (self.fixed + connections * self.each)

    def simulated(self, per_second, posts=60_000):
        """The 99th percentile of the time until a post is answered, in ms, and the share of posts that a full queue refuses."""
        chance = random.Random(20)
        waiting, took, refused = [], [], 0
        next_arrival, now = chance.expovariate(per_second), 0.0
        arrived = 0
        while arrived < posts:
            if not waiting:
                now = max(now, next_arrival)
            while next_arrival <= now and arrived < posts:
                if len(waiting) < MOST_WAITING:
                    waiting.append(next_arrival)
                else:
                    refused += 1
                arrived += 1
                next_arrival += chance.expovariate(per_second)
            batch, waiting = waiting[:MOST_TOGETHER], waiting[MOST_TOGETHER:]
            now += self.fixed + len(batch) * self.each
            took += [now - at for at in batch]
        took.sort()
        return took[int(len(took) * 0.99)] * 1000, refused / posts


def number(value):
    if value >= 10:
        return f"{round(value):,}"
    return f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"


def size(bytes_):
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if bytes_ < 1000 or unit == "TB":
            return f"{number(bytes_)} {unit}"
        bytes_ /= 1000
    raise AssertionError


def table(head, rows):
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def model(measured):
    """How far the model of a commit is from what was measured."""
    rows = []
    for database in ("SQLite", "Postgres"):
        commit = Commit(measured, database)
        for connections in (16, 64):
            was = measured.rate(database, "webhook post", connections)
            says = commit.rate(connections)
            rows.append([
                database, f"{connections}", f"{round(says):,}", f"{was:,}", f"{says / was:.2f}",
            ])
    return table(["database", "connections", "model, posts/s", "measured, posts/s", "model of measured"], rows)


def load(options, times):
    posts = options.posts_a_day * times / 86_400
    pages = options.people * times * PAGES_PER_PERSON_A_DAY / 86_400
    return {
        "people": options.people * times,
        "posts": posts,
        "peak": posts * PEAK,
        "pages": pages * PEAK,
        "streams": options.people * times * STREAMS_PER_PERSON,
    }


def processes(measured, at):
    """How many processes the peak needs by pages, posts and streams, with one to spare."""
    by_pages = at["pages"] / (measured.rate("Postgres", "feed page", 64) * BUSY)
    by_posts = at["peak"] / (measured.rate("Postgres", "webhook post", 256) * BUSY)
    by_streams = at["streams"] / STREAMS_PER_PROCESS
    needed = max(by_pages, by_posts, by_streams)
    return max(2, int(needed) + 2)


def sizes(measured, options):
    rows = []
    per_message = measured.bytes_per_message("Postgres")
    for times in TIMES:
        at = load(options, times)
        count = processes(measured, at)
        rows.append([
            f"{times:,}×", f"{at['people']:,}", number(at["posts"]), number(at["peak"]), number(at["pages"]),
            f"{round(at['streams']):,}", size(at["posts"] * 86_400 * 30 * per_message),
            f"{count:,}", f"{count * CONNECTIONS_PER_PROCESS:,}",
        ])
    return table(
        ["size", "people", "posts/s", "posts/s, peak", "pages/s, peak", "streams", "storage a month", "processes",
         "Postgres connections"],
        rows,
    )


def queues(measured, options):
    rows = []
    for times in TIMES:
        peak = load(options, times)["peak"]
        cells = [f"{times:,}×", number(peak)]
        for commit in (
            Commit(measured, "SQLite"),
            Commit(measured, "Postgres"),
            Commit(measured, "Postgres", ROUND_TRIP_S),
        ):
            p99, refused = commit.simulated(peak)
            cells.append(f"{p99:.1f} ms" if refused == 0 else f"{refused:.0%} refused")
        rows.append(cells)
    return table(
        ["size", "posts/s, peak", "p99, SQLite", "p99, Postgres", "p99, Postgres with a synchronous replica 1 ms away"], rows
    )


def first(measured, options):
    """Each limit, and at how many times the size it is reached."""
    at = load(options, 1)
    posts = Commit(measured, "Postgres").rate(MOST_TOGETHER)
    replica = Commit(measured, "Postgres", ROUND_TRIP_S).rate(MOST_TOGETHER)
    sqlite = Commit(measured, "SQLite").rate(MOST_TOGETHER)
    feed = measured.rate("Postgres", "feed page", 64) * BUSY
    feed_sqlite = measured.rate("SQLite", "feed page", 64) * BUSY
    year = at["posts"] * 86_400 * 365 * measured.bytes_per_message("Postgres")
    limits = [
        ("pages of the one process on SQLite, half busy", number(feed_sqlite) + "/s", feed_sqlite / at["pages"]),
        ("pages of one process on Postgres, half busy", number(feed) + "/s", feed / at["pages"]),
        ("streams of one process", f"{STREAMS_PER_PROCESS:,}", STREAMS_PER_PROCESS / at["streams"]),
        ("streams of 32 processes", f"{STREAMS_PER_PROCESS * MOST_PROCESSES:,}",
         STREAMS_PER_PROCESS * MOST_PROCESSES / at["streams"]),
        ("posts of a SQLite file", number(sqlite) + "/s", sqlite / at["peak"]),
        ("posts of one process on Postgres", number(posts) + "/s", posts / at["peak"]),
        ("the same with a synchronous replica 1 ms away", number(replica) + "/s", replica / at["peak"]),
        ("a year of messages in 1 TB", "1 TB", 1e12 / year),
    ]
    limits.sort(key=lambda limit: limit[2])
    rows = [[what, limit, f"{number(times)}×"] for what, limit, times in limits]
    return table(["what", "limit", "reached at"], rows)


def connections():
    rows = []
    for count in (1, 2, 4, 8, 16, MOST_PROCESSES):
        held = count * CONNECTIONS_PER_PROCESS
        rows.append([f"{count}", f"{held:,}", f"{held + RESERVED_CONNECTIONS:,}", f"{held:,}"])
    return table(
        ["processes", "connections at most", "`max_connections` at least", "server connections of PgBouncer, session mode"],
        rows,
    )


def tables(options):
    measured = Measured()
    return {
        "sizes": sizes(measured, options),
        "first": first(measured, options),
        "queues": queues(measured, options),
        "model": model(measured),
        "connections": connections(),
    }


def with_exchanges(text, measured):
    """The page with the rate of exchanges, which is in a sentence."""
    rate = measured.rate("Postgres", "token exchange", MOST_TOGETHER)
    text, found = re.subn(r"(exchanges are\s)[\d,]+(?= a second at 256 connections)", rf"\g<1>{rate:,}", text)
    if found != 1:
        sys.exit(f"no sentence with the rate of exchanges in {PAGE}")
    return text


def written(text, all_tables):
    for name, lines in all_tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = text.split(begin, 1)
        after = rest.split(end, 1)[1]
        text = f"{before}{begin}{lines}{end}{after}"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if the page is out of date")
    parser.add_argument("--print", action="store_true", help="print the tables instead of writing them")
    parser.add_argument("--people", type=int, default=PEOPLE, help="people who are active on a day")
    parser.add_argument("--posts-a-day", type=int, default=POSTS_A_DAY, help="posts of people and programs")
    options = parser.parse_args()
    if options.print:
        for name, lines in tables(options).items():
            print(f"{name}\n\n{lines}")
        return
    if (options.people, options.posts_a_day) != (PEOPLE, POSTS_A_DAY):
        sys.exit("the page is for the default size; --print shows another one")
    page = PAGE.read_text()
    now = with_exchanges(written(page, tables(options)), Measured())
    if options.check:
        if page != now:
            sys.exit("docs/scaling.md is out of date: run bench/scaling.py")
        return
    PAGE.write_text(now)


if __name__ == "__main__":
    main()
