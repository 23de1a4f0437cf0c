#!/usr/bin/env python3
"""Runs one command of a step for ./test, says meanwhile how far it is, and counts what passed and failed.

    run.py check COMMAND…                    a command that is one test
    run.py cargo|node|pytest [again] COMMAND…   a runner of tests

Its output goes to target/test-logs/STEP.log; what failed is shown. With `again`, tests that failed run once more, each by
itself. One that passes then counts as passed and is listed as flaky, with both outputs in target/test-flaky/STEP. When more
than a few fail, or the runner itself does, nothing is run again.

./test gives the step in TEST_STEP, its place among the steps in TEST_PLACE, when it began in TEST_BEGAN, and in TEST_SCRATCH
a folder for `counts` (passed and failed), `failures` and `flaky`."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from runners import RUNNERS

STEP = os.environ["TEST_STEP"]
PLACE = os.environ["TEST_PLACE"]
BEGAN = int(os.environ["TEST_BEGAN"])
SCRATCH = Path(os.environ["TEST_SCRATCH"])
TARGET = Path(os.environ["CARGO_TARGET_DIR"])
LOG = TARGET / "test-logs" / f"{STEP}.log"
FLAKY = TARGET / "test-flaky" / STEP

# More failures than these are no accident.
MOST_AGAIN = 5
# Of what a failed command said.
MOST_LINES = 300


class Progress:
    """One line that is renewed on a terminal, or a line now and then elsewhere."""

    def __init__(self):
        self.on_terminal = sys.stdout.isatty()
        self.pause = 1 if self.on_terminal else 15
        self.last = time.monotonic()

    def say(self, how_far):
        if time.monotonic() - self.last < self.pause:
            return
        self.last = time.monotonic()
        line = f"{PLACE}, {time.time() - BEGAN:.0f} s: {how_far}"
        if self.on_terminal:
            line = f"\r\033[K{line[:shutil.get_terminal_size().columns - 1]}"
        print(line, end="" if self.on_terminal else "\n", flush=True)

    def clear(self):
        if self.on_terminal:
            print("\r\033[K", end="", flush=True)


def shown(path):
    """A path as people type it: below the repository, if it is there."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else str(path)


def run(runner, command, log):
    """Runs a command, whose output is appended to the log. The runner reads it as it comes."""
    progress = Progress()
    with open(log, "ab") as output:
        output.write(f"\n$ {shlex.join(command)}\n".encode())
        output.flush()
        start = output.tell()
        process = subprocess.Popen(
            runner.command(command), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=os.environ | runner.environment()
        )
    try:
        with open(log, "rb") as said:
            said.seek(start)
            while process.poll() is None:
                runner.read(said)
                progress.say(runner.how_far())
                # A short command ends at once, and a long one is not asked often.
                time.sleep(0.05 if time.monotonic() - progress.last < 1 else 0.5)
            runner.read(said)
    except (KeyboardInterrupt, SystemExit):
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
        raise
    finally:
        progress.clear()
    runner.end(process.returncode)
    return runner


def once_more(kind, command, first):
    """Runs the failed tests of a run again, each by itself; gives those that passed then."""
    failed = first.failed_tests()
    if not first.names_its_failures() or not 0 < len(failed) <= MOST_AGAIN:
        return []
    flaky = []
    for test in failed:
        folder = FLAKY / re.sub(r"[^\w.-]+", "-", test.name).strip("-")[-100:]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "first.log").write_text(first.said_of_failures())
        second = folder / "second.log"
        second.unlink(missing_ok=True)
        print(f"once more: {test.name}", flush=True)
        again = run(RUNNERS[kind](SCRATCH / "events-again"), first.only(command, test), second)
        if again.has_passed(test):
            flaky.append(test)
            first.take(test, again)
            note(SCRATCH / "flaky", f"  {STEP}: {test.name}\n    {shown(folder)}/first.log and second.log\n")
    return flaky


def note(file, text):
    with open(file, "a") as notes:
        notes.write(text)


def main(kind, *command):
    again = command[0] == "again"
    command = list(command[again:])
    print(f"\n$ {shlex.join(command)}", flush=True)
    LOG.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    first = run(RUNNERS[kind](SCRATCH / "events"), command, LOG)
    flaky = once_more(kind, command, first) if again else []
    passed, failed = first.counts()
    (SCRATCH / "counts").write_text(f"{passed} {failed}\n")
    if failed:
        lines = first.said_of_failures().splitlines()[:MOST_LINES]
        text = "\n".join(lines)
        print(text)
        note(SCRATCH / "failures", f"\n{STEP}: {shlex.join(command)}\n{text}\n")
    beside = f", {len(flaky)} of them the second time" if flaky else ""
    print(f"{passed} passed{beside}, {failed} failed, {time.monotonic() - began:.0f} s; the output is in {shown(LOG)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
