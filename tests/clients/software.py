"""Runs software from npm, and reads a channel as a person sees it."""

import json
import os
import subprocess
from html.parser import HTMLParser

from instance import ROOT

NODE = ROOT / "tests/clients/node"
RUN_SECONDS = 60


def node(script, *arguments):
    """What a script in `node/` printed, line by line as JSON."""
    done = subprocess.run(
        ["node", NODE / script, *arguments], capture_output=True, text=True, timeout=RUN_SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Lines:
    """A program that is spoken to line by line. It ends when its input does."""

    def __init__(self, argv):
        # Not every Node tries both of what `localhost` stands for, and the demo listens on IPv4 alone.
        environment = os.environ | {"NODE_OPTIONS": "--dns-result-order=ipv4first", "NODE_NO_WARNINGS": "1"}
        self.process = subprocess.Popen(
            argv, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def read(self):
        """The next line."""
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return line.strip()

    def ask(self, wanted):
        """Sends an object, and reads the one that answers it."""
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return json.loads(self.read())

    def close(self):
        """Waits for its end."""
        try:
            self.process.communicate(timeout=RUN_SECONDS)
        finally:
            self.process.kill()


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
