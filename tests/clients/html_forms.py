"""Reads forms and samples as a browser would, with the standard library's parser."""

from html.parser import HTMLParser


class Forms(HTMLParser):
    """Collects, for each form's action, the names and values of its inputs."""

    def __init__(self):
        super().__init__()
        self.forms = {}
        self.action = None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes.get("action", "")
            self.forms.setdefault(self.action, {})
        elif tag == "input" and self.action is not None and attributes.get("name"):
            self.forms[self.action][attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag):
        if tag == "form":
            self.action = None


def hidden_fields(html, action):
    """The inputs of the form that goes to `action`."""
    forms = Forms()
    forms.feed(html)
    return forms.forms[action]


class Codes(HTMLParser):
    """Collects the text of every `code` that has an id."""

    def __init__(self):
        super().__init__()
        self.codes = {}
        self.id = None

    def handle_starttag(self, tag, attributes):
        if tag == "code":
            self.id = dict(attributes).get("id")
            if self.id is not None:
                self.codes[self.id] = ""

    def handle_endtag(self, tag):
        if tag == "code":
            self.id = None

    def handle_data(self, data):
        if self.id is not None:
            self.codes[self.id] += data


def codes(html):
    """The text of every `code` that has an id, by that id."""
    reader = Codes()
    reader.feed(html)
    return reader.codes
