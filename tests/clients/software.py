"""Runs software from npm, and reads a channel as a person sees it."""

import json
import subprocess
from html.parser import HTMLParser

from conftest import ROOT

NODE = ROOT / "tests/clients/node"
RUN_SECONDS = 60


def node(script, *arguments):
    """What a script in `node/` printed, line by line as JSON."""
    done = subprocess.run(
        ["node", NODE / script, *arguments], capture_output=True, text=True, timeout=RUN_SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Text(HTMLParser):
    """The text of a page, without its scripts and styles."""

    def __init__(self):
        super().__init__()
        self.parts, self.hidden = [], 0

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("script", "style", "template")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style", "template")

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data)


def text_of(html):
    """The text of a page, with single spaces."""
    parser = Text()
    parser.feed(html)
    return " ".join(" ".join(parser.parts).split())
