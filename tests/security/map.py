#!/usr/bin/env python3
"""Says which test shows which behaviour: writes docs/security-tests.md from behaviours.txt and the tests themselves.

A test says what it shows in a comment right above it:

    /// Shows: authorize.two-browsers, authorize.looking-makes-nothing

    tests/security/map.py            writes the page
    tests/security/map.py --check    fails where a behaviour has no test, a test shows what nobody promised, or the
                                     page is not what would be written
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEHAVIOURS = ROOT / "tests/security/behaviours.txt"
PAGE = ROOT / "docs/security-tests.md"
SOURCES = ["src/**/*.rs", "tests/**/*.rs", "tests/browser/*.test.mjs", "tests/clients/test_*.py"]

MARK = re.compile(r"\s*(?:///|//|#) Shows: (.+)")
# What may stand between a mark and its test.
BETWEEN = re.compile(r"\s*(?:///|//|#)")
RUST_TEST = re.compile(r"\s*#\[(?:rocket::async_)?test\]")
NAMES = {
    ".rs": re.compile(r"\s*(?:pub )?(?:async )?fn (\w+)\("),
    ".py": re.compile(r"\s*def (test_\w+)\("),
    ".mjs": re.compile(r"\s*test\(([\"'`])(.+?)\1"),
}

HEAD = """# What is promised, and the tests that show it

Each line is something that a stranger may try or that a user relies on, with the tests that fail when it no longer holds.
The tests under `tests/` run on SQLite and on Postgres, those under `tests/faults` against processes that are killed and
databases that stop; those under `src/` need no database. `cargo test NAME` runs one.

This page is made by `tests/security/map.py` from `tests/security/behaviours.txt` and the marks in the tests. `./test lint`
fails where a line has no test or the page is out of date.
"""


def behaviours(faults):
    """Headings, and under each the behaviours: id and sentence."""
    sections, known = [], {}
    for number, line in enumerate(BEHAVIOURS.read_text().splitlines(), 1):
        if line.startswith("# "):
            sections.append((line[2:], []))
        elif line:
            name, found, sentence = line.partition(": ")
            if not found or not sections or not re.fullmatch(r"[a-z]+(?:-[a-z]+)*\.[a-z0-9-]+", name):
                faults.append(f"behaviours.txt:{number} is no behaviour: {line}")
            elif name in known:
                faults.append(f"behaviours.txt:{number} lists {name} again")
            else:
                known[name] = []
                sections[-1][1].append((name, sentence))
    return sections, known


def marked_tests(path, faults):
    """The tests of a file that carry a mark: name, and what they show."""
    marks, is_test, found = [], path.suffix != ".rs", []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark, name = MARK.match(line), NAMES[path.suffix].match(line)
        if mark:
            marks += [one.strip() for one in mark[1].split(",")]
        elif not marks:
            continue
        elif name:
            if not is_test:
                faults.append(f"{path.relative_to(ROOT)}:{number} carries a mark and is no test")
            found.append((name[name.lastindex], marks))
            marks, is_test = [], path.suffix != ".rs"
        elif RUST_TEST.match(line):
            is_test = True
        elif "#[ignore" in line or not BETWEEN.match(line):
            faults.append(f"{path.relative_to(ROOT)}:{number} stands between a mark and its test")
            marks = []
    if marks:
        faults.append(f"{path.relative_to(ROOT)} ends with a mark and no test")
    return found


def page(sections, known):
    """The page, as text."""
    lines = [HEAD]
    for heading, listed in sections:
        lines += [f"## {heading}", "", "| | behaviour | shown by |", "|---|---|---|"]
        for name, sentence in listed:
            tests = "<br>".join(f"[`{test}`](../{path})" for test, path in known[name])
            lines.append(f"| `{name}` | {sentence.replace('|', chr(92) + '|')} | {tests} |")
        lines.append("")
    return "\n".join(lines)


def main():
    faults = []
    sections, known = behaviours(faults)
    paths = sorted({path for glob in SOURCES for path in ROOT.glob(glob) if "node_modules" not in path.parts})
    for path in paths:
        for test, shows in marked_tests(path, faults):
            for name in shows:
                if name in known:
                    known[name].append((test, path.relative_to(ROOT).as_posix()))
                else:
                    faults.append(f"{path.relative_to(ROOT)}: {test} shows {name}, which behaviours.txt does not list")
    faults += [f"no test shows {name}" for name, tests in known.items() if not tests]
    text = page(sections, known)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        faults.append("docs/security-tests.md is out of date: run tests/security/map.py")
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(known)} behaviours, each shown by a test")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
