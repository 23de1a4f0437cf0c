"""What people see of a channel of the demo, first of all of the one for builds, which its webhook posts to."""

import re

from software import text_of


class Feed:
    """The channel's page, as the signed-in client reads it."""

    def __init__(self, client, demo, name="builds"):
        channel = next(channel for channel in demo["channels"] if channel["name"] == name)
        self.client, self.path = client, f"/channels/{channel['id']}"

    def html(self, **parameters):
        """The page."""
        answer = self.client.get(self.path, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.text

    def text(self):
        """Its text, with single spaces."""
        return text_of(self.html())

    def messages(self):
        """The text of each message on it."""
        return [text_of(article) for article in re.findall(r"<article class=\"message.*?</article>", self.html(), re.DOTALL)]
