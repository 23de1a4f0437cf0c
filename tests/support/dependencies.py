#!/usr/bin/env python3
"""Checks the licences, sources and bans of every dependency against deny.toml, from what `cargo metadata` prints.

    tests/support/dependencies.py            checks this workspace
    tests/support/dependencies.py --test     checks the checks

It reads the part of deny.toml that this workspace uses, and fails on a setting it doesn't know. It needs no program
besides Cargo. cargo-deny compares licence texts too, and knows advisories: `./test deny` also runs it where it is
installed.
"""

import json
import re
import subprocess
import sys
import tomllib
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"

# Every setting this script understands, with the value it implements; None where it reads the value.
KNOWN = {
    "graph": {"targets": None},
    "advisories": {"unmaintained": None, "yanked": None, "ignore": None},
    "licenses": {"allow": None, "exceptions": None, "confidence-threshold": None, "unused-allowed-license": None},
    "bans": {"multiple-versions": "allow", "wildcards": "deny", "allow-wildcard-paths": True, "deny": None},
    "sources": {"unknown-registry": "deny", "unknown-git": "deny"},
}
KNOWN_BAN = {"crate", "reason", "deny-multiple-versions"}


def unknown_settings(policy):
    """The settings that this script would silently ignore."""
    faults = []
    for section, settings in policy.items():
        for key, value in settings.items():
            known = KNOWN.get(section, {})
            if key not in known or known[key] not in (None, value):
                faults.append(f"deny.toml: [{section}] {key} = {value!r} needs cargo-deny")
    for ban in policy.get("bans", {}).get("deny", []):
        faults += [f"deny.toml: {key} in a ban needs cargo-deny" for key in ban.keys() - KNOWN_BAN]
    return faults


def permits(expression, allowed):
    """Whether an SPDX expression can be satisfied with the allowed licences. `/` is the old way to write OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    place = 0

    def peek():
        return tokens[place] if place < len(tokens) else None

    def take():
        nonlocal place
        place += 1
        return tokens[place - 1]

    def one():
        if peek() is None or peek() in (")", "AND", "OR", "WITH"):
            raise ValueError(f"not an SPDX expression: {expression}")
        if peek() == "(":
            take()
            value = either()
            if peek() != ")":
                raise ValueError(f"not an SPDX expression: {expression}")
            take()
            return value
        licence = take()
        if peek() == "WITH":
            take()
            licence += " WITH " + (take() if peek() else "")
        return licence in allowed

    def both():
        value = one()
        while peek() == "AND":
            take()
            value = one() and value
        return value

    def either():
        value = both()
        while peek() == "OR":
            take()
            value = both() or value
        return value

    value = either()
    if place != len(tokens):
        raise ValueError(f"not an SPDX expression: {expression}")
    return value


def faults_of(packages, policy, tests_only=frozenset()):
    """What is wrong with these packages, each as `cargo metadata` describes it: one line per fault.

    The licences of packages whose id is in `tests_only` don't matter: nothing that is distributed contains them.
    """
    faults = []
    versions = Counter(package["name"] for package in packages)
    allowed = set(policy["licenses"]["allow"])
    exceptions = {}
    for exception in policy["licenses"].get("exceptions", []):
        exceptions.setdefault(exception["crate"], set()).update(exception["allow"])
    for package in packages:
        name = f"{package['name']} {package['version']}"
        source = package["source"]
        if source not in (None, CRATES_IO):
            faults.append(f"{name}: comes from {source}")
        licence = package["license"]
        try:
            if package["id"] in tests_only:
                pass
            elif not licence or not permits(licence, allowed | exceptions.get(package["name"], set())):
                faults.append(f"{name}: licence {licence or 'not stated'}")
        except ValueError as fault:
            faults.append(f"{name}: {fault}")
        for dependency in package["dependencies"]:
            is_own = source is None
            if is_own and dependency["req"] == "*" and not dependency.get("path"):
                faults.append(f"{name}: any version of {dependency['name']}")
    for ban in policy["bans"].get("deny", []):
        count = versions[ban["crate"]]
        if ban.get("deny-multiple-versions"):
            if count > 1:
                faults.append(f"{ban['crate']}: {count} versions")
        elif count:
            faults.append(f"{ban['crate']}: banned ({ban.get('reason', 'no reason given')})")
    return faults


def resolved(target):
    """The packages that are built for this target, and the ids of those that only tests need."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    printed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    metadata = json.loads(printed)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    shipped, ahead = set(), list(metadata["workspace_members"])
    while ahead:
        package = ahead.pop()
        if package not in shipped:
            shipped.add(package)
            for dependency in nodes[package]["deps"]:
                if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                    ahead.append(dependency["pkg"])
    packages = [package for package in metadata["packages"] if package["id"] in nodes]
    return packages, nodes.keys() - shipped


class Checks(unittest.TestCase):
    POLICY = {
        "licenses": {"allow": ["MIT", "Apache-2.0"], "exceptions": [{"crate": "fuzz", "allow": ["NCSA"]}]},
        "bans": {"deny": [{"crate": "openssl", "reason": "TLS is rustls"}, {"crate": "rustls", "deny-multiple-versions": True}]},
    }

    def faults(self, *packages):
        plain = {"id": "a", "name": "a", "version": "1.0.0", "source": CRATES_IO, "license": "MIT", "dependencies": []}
        return faults_of([plain | package for package in packages], self.POLICY, {"only in tests"})

    def test_expressions(self):
        allowed = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"}
        for expression, expected in [
            ("MIT", True),
            ("GPL-3.0-only", False),
            ("MIT OR GPL-3.0-only", True),
            ("MIT AND GPL-3.0-only", False),
            ("GPL-3.0-only/MIT", True),
            ("MIT AND (GPL-3.0-only OR Apache-2.0)", True),
            ("GPL-3.0-only AND MIT OR Apache-2.0", True),
            ("GPL-3.0-only AND (MIT OR Apache-2.0)", False),
            ("Apache-2.0 WITH LLVM-exception", True),
            ("MIT WITH LLVM-exception", False),
        ]:
            self.assertEqual(permits(expression, allowed), expected, expression)
        for expression in ["", "MIT OR", "(MIT", "MIT)", "MIT MIT", "AND MIT"]:
            with self.assertRaises(ValueError, msg=expression):
                permits(expression, allowed)

    def test_what_is_refused(self):
        self.assertEqual(self.faults({}), [])
        self.assertEqual(len(self.faults({"license": None})), 1)
        self.assertEqual(len(self.faults({"license": "GPL-3.0-only"})), 1)
        self.assertEqual(self.faults({"id": "only in tests", "license": "MPL-2.0"}), [])
        self.assertEqual(self.faults({"name": "fuzz", "license": "MIT AND NCSA"}), [])
        self.assertEqual(len(self.faults({"license": "MIT AND NCSA"})), 1)
        self.assertEqual(len(self.faults({"source": "git+https://example.org/a"})), 1)
        self.assertEqual(len(self.faults({"name": "openssl"})), 1)
        self.assertEqual(self.faults({"name": "rustls"}), [])
        self.assertEqual(len(self.faults({"name": "rustls"}, {"name": "rustls", "version": "2.0.0"})), 1)
        anything = {"source": None, "dependencies": [{"name": "b", "req": "*"}]}
        self.assertEqual(len(self.faults(anything)), 1)
        anything["dependencies"][0]["path"] = "/b"
        self.assertEqual(self.faults(anything), [])

    def test_settings_it_does_not_know(self):
        self.assertEqual(unknown_settings({"sources": {"unknown-git": "deny"}}), [])
        self.assertEqual(len(unknown_settings({"sources": {"unknown-git": "warn"}})), 1)
        self.assertEqual(len(unknown_settings({"bans": {"skip": []}})), 1)
        self.assertEqual(len(unknown_settings({"bans": {"deny": [{"crate": "a", "wrappers": []}]}})), 1)


def main():
    policy = tomllib.loads((ROOT / "deny.toml").read_text())
    faults = unknown_settings(policy)
    seen = set()
    for target in policy["graph"]["targets"]:
        packages, tests_only = resolved(target)
        seen.update(package["id"] for package in packages)
        faults += faults_of(packages, policy, tests_only)
    for fault in dict.fromkeys(faults):
        print(fault)
    print(f"{len(seen)} packages checked, {len(set(faults))} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--test"]:
        unittest.main(argv=sys.argv[:1])
    sys.exit(main())
