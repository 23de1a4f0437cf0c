"""What people see of the demo's channel for builds, which its webhook posts to."""

import re

from software import text_of


class Feed:
    """The channel's page, as the signed-in client reads it."""

    def __init__(self, client, demo):
        builds = next(channel for channel in demo["channels"] if channel["name"] == "builds")
        self.client, self.path = client, f"/channels/{builds['id']}"

    def html(self):
        """The page."""
        answer = self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def text(self):
        """Its text, with single spaces."""
        return text_of(self.html())

    def messages(self):
        """The text of each message on it."""
        return [text_of(article) for article in re.findall(r"<article class=\"message.*?</article>", self.html(), re.DOTALL)]
