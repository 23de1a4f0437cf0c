"""What `run.py` knows of cargo, node and pytest: how far a run is, which tests passed and failed, and how to run one of them
by itself."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Of the end of an output.
TAIL = 60


@dataclass(frozen=True)
class Test:
    """A test that can run by itself: in a file, if the runner has files, and under its name there. Without a name it is the whole file."""

    file: str
    label: str

    @property
    def name(self):
        return f"{self.file}: {self.label}" if self.file and self.label else self.file or self.label


class Runner:
    """A command that is one test; and what the runners of many share."""

    # The status of a run of which tests failed, and nothing else.
    failing = None

    def __init__(self, events):
        self.events = events
        events.unlink(missing_ok=True)
        self.lines = []
        self.rest = b""
        self.status = None
        # Passed and failed, by test.
        self.found = {}

    def command(self, command):
        return command

    def environment(self):
        return {}

    def read(self, log):
        """Reads what the command has said since."""
        *lines, self.rest = (self.rest + log.read()).split(b"\n")
        for line in lines:
            self.line(line.decode(errors="replace"))

    def line(self, text):
        self.lines.append(text)

    def how_far(self):
        said = [line for line in self.lines[-5:] if line.strip()]
        return said[-1].strip()[:100] if said else "it has begun"

    def end(self, status):
        if self.rest:
            self.line(self.rest.decode(errors="replace"))
        self.status = status

    def counts(self):
        return (1, 0) if self.status == 0 else (0, 1)

    def said_of_failures(self):
        return "\n".join(self.lines[-TAIL:])


class ManyTests(Runner):
    # So far.
    done = 0
    bad = 0
    total = 0

    def how_far(self):
        if not self.done:
            # It compiles, or starts.
            return super().how_far()
        of = f" of {self.total}" if self.total else ""
        return f"{self.done}{of} tests" + (f", {self.bad} failed" if self.bad else "")

    def count(self, test, passed, failed):
        ok, bad = self.found.get(test, (0, 0))
        self.found[test] = (ok + passed, bad + failed)

    def counts(self):
        """A run that failed without naming a failed test (it did not compile, it crashed, it took too long) has one failure more."""
        passed = sum(ok for ok, _ in self.found.values())
        failed = sum(bad for _, bad in self.found.values())
        unnamed = self.status != 0 and (failed == 0 or not self.names_its_failures()) and not self.taken()
        return passed, failed + unnamed

    def failed_tests(self):
        return [test for test, (_, bad) in self.found.items() if bad]

    def names_its_failures(self):
        """Whether the failed tests are all that went wrong."""
        return self.status == self.failing

    def has_passed(self, test):
        return self.status == 0 and any(ok for ok, _ in self.found.values())

    again = frozenset()

    def take(self, test, other):
        """Counts a test as it did the second time."""
        self.found[test] = (sum(ok for ok, _ in other.found.values()), 0)
        self.again |= {test}

    def taken(self):
        return bool(self.again)

    def said_of_failures(self):
        for start, line in enumerate(self.lines):
            if self.heading.search(line):
                return "\n".join(self.lines[start:])
        return super().said_of_failures()


class Cargo(ManyTests):
    """`cargo test`. Its failed tests are in the list at the end of each binary's output."""

    failing = 101
    heading = re.compile(r"^failures:$")
    begun = 0
    ended = 0
    is_list = False

    def line(self, text):
        super().line(text)
        if found := re.match(r"running (\d+) tests?$", text):
            self.begun += 1
            self.total += int(found[1])
        elif found := re.match(r"test result: .* (\d+) passed; (\d+) failed", text):
            self.ended += 1
            self.count(Test("", ""), int(found[1]), 0)
        elif re.match(r"test .* \.\.\. ", text):
            self.done += 1
        elif self.is_list and (found := re.match(r"    (\S.*)$", text)):
            self.count(Test("", found[1]), 0, 1)
            return
        self.is_list = text == "failures:"

    def names_its_failures(self):
        return super().names_its_failures() and self.begun == self.ended

    def only(self, command, test):
        """One at a time, as nothing runs beside it, and as verbose as the first time."""
        end = command.index("--")
        loud = [word for word in command[end:] if word == "--nocapture"]
        return [*command[:end], "--", "--exact", test.label, "--test-threads=1", *loud]

    def said_of_failures(self):
        said = super().said_of_failures()
        # What a test says that is not captured stands before.
        return said if "---- " in said else "\n".join(self.lines[-2 * TAIL:])


class WithEvents(ManyTests):
    """A runner that writes an event for each test to a file: `node_events.mjs`, `pytest_events.py`."""

    place = 0

    def environment(self):
        return {"TEST_EVENTS": str(self.events)}

    def read(self, log):
        super().read(log)
        if not self.events.exists():
            return
        with open(self.events, "rb") as events:
            events.seek(self.place)
            for line in events:
                # The last one may be half written.
                if line.endswith(b"\n"):
                    self.place += len(line)
                    self.event(json.loads(line))

    def without_paths(self, command):
        """The command but for the paths at its end."""
        end = len(command)
        while end > self.program(command) + 1 and os.path.exists(command[end - 1]):
            end -= 1
        return command[:end]


class Pytest(WithEvents):
    failing = 1
    heading = re.compile(r"^=+ (FAILURES|ERRORS) =+$")

    def program(self, command):
        return command.index("pytest")

    def command(self, command):
        at = self.program(command) + 1
        return [*command[:at], "-p", "pytest_events", *command[at:]]

    def environment(self):
        return super().environment() | {"PYTHONPATH": str(HERE)}

    def event(self, said):
        if "collected" in said:
            self.total = said["collected"]
            return
        test = Test("", said["test"])
        self.done += test not in self.found
        # A test that failed while it was cleaned up had passed before.
        if said["outcome"] == "failed":
            self.found[test] = (0, 1)
        elif test not in self.found:
            self.found[test] = (int(said["outcome"] == "passed"), 0)

    def only(self, command, test):
        return [*self.without_paths(command), test.label]


class Node(WithEvents):
    """`node_tests.mjs`. What runs by itself is a test with all that is in it; a suite is none, but the tests in it are."""

    failing = 1
    heading = re.compile(r"^✖ failing tests:")

    def __init__(self, events):
        super().__init__(events)
        # Every result: its file, its names from the outermost on, whether it is a suite, and the outcome.
        self.results = []
        # For each file the names of tests that have ended, and the outcomes reported.
        self.so_far = {}

    def program(self, command):
        return [os.path.basename(word) for word in command].index("node_tests.mjs")

    def event(self, said):
        ended, reported = self.so_far.setdefault(said["file"], (set(), []))
        before = max(len(ended), len(reported))
        if "ended" in said:
            ended.add(said["ended"])
        else:
            self.results.append((said["file"], tuple(said["path"]), said["suite"], said["outcome"]))
            if not said["suite"]:
                reported.append(said["outcome"])
                self.bad += said["outcome"] == "failed"
        self.done += max(len(ended), len(reported)) - before

    def end(self, status):
        super().end(status)
        suites = {(file, path) for file, path, suite, _ in self.results if suite}
        self.units = {}
        for file, path, suite, outcome in self.results:
            depth = 1
            while depth < len(path) and (file, path[:depth]) in suites:
                depth += 1
            test = Test(file, " > ".join(path[:depth]))
            self.units.setdefault(test, set()).add((path, depth))
            # A suite fails with its tests. One that fails without is an error of its own.
            self.count(test, not suite and outcome == "passed", not suite and outcome == "failed")

    def failed_tests(self):
        """Where a file failed beside its tests, the whole file runs again."""
        failed = super().failed_tests()
        files = {test.file for test in failed if not test.label}
        return [test for test in failed if not test.label or test.file not in files]

    def only(self, command, test):
        """The names of subtests are matched too, so the names of all others are excluded, and of the suites above."""
        start = self.without_paths(command)
        if not test.label:
            return [*start, test.file]
        own = {name for path, depth in self.units[test] for name in path[depth - 1 :]}
        every = [path for unit, paths in self.units.items() if unit.file == test.file for path, _ in paths if path]
        # Some versions of Node match all names from the outermost on; and a test below one that matches, the root of all among them.
        others = {name for path in every for name in (path[-1], " ".join(path))} - own | {"", "<root>"}
        excluded = "|".join(re.sub(r"[^\w ]", lambda found: f"\\u{ord(found[0]):04x}", name) for name in sorted(others))
        at = self.program(start)
        return [*start[:at], f"--test-name-pattern=/^(?!(?:{excluded})$)/", *start[at:], test.file]

    def has_passed(self, test):
        return self.status == 0 and (not test.label or self.found.get(test, (0, 0))[0] > 0)

    def take(self, test, other):
        for one in [one for one in self.found if one.file == test.file and not test.label]:
            del self.found[one]
        super().take(test, other)

    def said_of_failures(self):
        """Each file has its list of failed tests."""
        said, is_on = [], False
        for line in self.lines:
            is_on = not line.startswith("==== ") and (is_on or bool(self.heading.match(line)))
            if is_on:
                said.append(line)
        return "\n".join(said) or super().said_of_failures()


RUNNERS = {"check": Runner, "cargo": Cargo, "node": Node, "pytest": Pytest}
