"""A plugin of pytest for `run.py`: one line of JSON for each result, in the file TEST_EVENTS."""

import json
import os


def note(**event):
    with open(os.environ["TEST_EVENTS"], "a") as events:
        events.write(json.dumps(event) + "\n")


def pytest_collection_finish(session):
    note(collected=len(session.items))


def pytest_collectreport(report):
    if report.failed:
        note(test=report.nodeid, outcome="failed")


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        note(test=report.nodeid, outcome=report.outcome)
