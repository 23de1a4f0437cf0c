#!/usr/bin/env python3
"""Tests of ./test itself, of `run.py` and `runners.py`, with stand-ins for cargo and pytest: what counts as passed, failed and
flaky, and what runs again."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# A runner that fails as often as it is told for each test, and notes how it was called. `fails` has lines of "name times".
CARGO = r"""#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
fails, place = {}, os.environ["FAKE"]
with open(f"{place}/calls", "a") as calls: calls.write(" ".join(words) + "\n")
for line in open(f"{place}/fails"):
    name, times = line.rsplit(" ", 1)
    fails[name] = int(times)
if "fmt" in words: sys.exit(0)
tests = [line.strip() for line in open(f"{place}/tests")]
if "--exact" in words: tests = [name for name in tests if name in words]
print(f"running {len(tests)} tests", flush=True)
failed = []
for name in tests:
    failed += [name] * (fails.get(name, 0) > 0)
    print(f"test {name} ... {'FAILED' if name in failed else 'ok'}")
if os.environ.get("CRASH"): sys.exit(101)
if failed:
    print("\nfailures:\n")
    for name in failed: print(f"---- {name} stdout ----\nit broke\n")
    print("\nfailures:")
    for name in failed: print(f"    {name}")
print(f"\ntest result: {'FAILED' if failed else 'ok'}. {len(tests) - len(failed)} passed; {len(failed)} failed; 0 ignored")
with open(f"{place}/fails", "w") as left:
    for name, times in fails.items(): left.write(f"{name} {times - (name in failed)}\n")
sys.exit(101 if failed else 0)
"""

PYTEST = r"""#!/usr/bin/env python3
import json, os, sys
place, events = os.environ["FAKE"], open(os.environ["TEST_EVENTS"], "a")
tests = [line.strip() for line in open(f"{place}/tests")]
named = [word for word in sys.argv if "::" in word]
tests = named or tests
events.write(json.dumps({"collected": len(tests)}) + "\n")
fails = dict(line.rsplit(" ", 1) for line in open(f"{place}/fails"))
failed = [name for name in tests if int(fails.get(name, 0)) > 0]
for name in tests: events.write(json.dumps({"test": name, "outcome": "failed" if name in failed else "passed"}) + "\n")
if failed: print("=== FAILURES ===\n" + "\n".join(failed))
with open(f"{place}/fails", "w") as left:
    for name, times in fails.items(): left.write(f"{name} {int(times) - (name in failed)}\n")
sys.exit(1 if failed else 0)
"""

NODE = r"""import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { describe } from "node:test";

const run = (name, fails) => () => {
  appendFileSync(join(process.env.FAKE, "ran"), `${name}\n`);
  const mark = join(process.env.FAKE, `mark-${name}`);
  if (!fails || existsSync(mark)) return;
  writeFileSync(mark, "");
  throw new Error(`${name} broke`);
};
test("plain", run("plain"));
test("a sequence (of two)", async (t) => {
  await t.test("begin", run("begin"));
  await t.test("go-on", run("go-on", true));
});
describe("a suite", () => {
  test("in-suite", run("in-suite", true));
  test("beside", run("beside"));
});
"""


class Fake:
    """A folder with stand-ins, and what they are told."""

    def __init__(self, case, tests=(), fails=None):
        self.folder = Path(tempfile.mkdtemp())
        case.addCleanup(shutil.rmtree, self.folder)
        self.write("tests", "\n".join(tests))
        self.write("fails", "".join(f"{name} {times}\n" for name, times in (fails or {}).items()))
        for name, text in {"cargo": CARGO, "c++": "#!/bin/sh\n", "pytest": PYTEST, "initdb": "#!/bin/sh\n", "nginx": "#!/bin/sh\n"}.items():
            self.write(f"bin/{name}", text).chmod(0o755)
        (self.folder / "scratch").mkdir()

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return file

    def read(self, name):
        file = self.folder / name
        return file.read_text() if file.exists() else ""

    def run(self, *command, **more):
        place = {"FAKE": self.folder, "CARGO_TARGET_DIR": self.folder / "target", "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}
        step = {"TEST_STEP": "a-step", "TEST_PLACE": "a-step (1 of 1)", "TEST_BEGAN": 0, "TEST_SCRATCH": self.folder / "scratch"}
        env = os.environ | {name: str(value) for name, value in (place | step | more).items()}
        return subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)

    def measure(self, *words, **more):
        """What `run.py` counts: passed and failed."""
        self.run(sys.executable, HERE / "run.py", *words, **more)
        return tuple(int(word) for word in self.read("scratch/counts").split())

    def calls(self):
        return self.read("calls").splitlines()


AGAIN = ("cargo", "again", "cargo", "test", "--test", "faults", "--", "--skip", "slow::")


class Counting(unittest.TestCase):
    def test_a_test_that_fails_once_is_flaky_and_counts_as_passed_once(self):
        fake = Fake(self, ["a::one", "a::two", "a::three"], {"a::two": 1})
        self.assertEqual(fake.measure(*AGAIN), (3, 0))
        self.assertEqual(fake.calls()[1:], ["test --test faults -- --exact a::two --test-threads=1"])
        self.assertIn("a-step: a::two\n", fake.read("scratch/flaky"))
        self.assertIn("it broke", fake.read("target/test-flaky/a-step/a-two/first.log"))
        self.assertIn("test a::two ... ok", fake.read("target/test-flaky/a-step/a-two/second.log"))
        self.assertEqual(fake.read("scratch/failures"), "")

    def test_a_test_that_fails_twice_has_failed(self):
        fake = Fake(self, ["a::one", "a::two"], {"a::two": 2})
        self.assertEqual(fake.measure(*AGAIN), (1, 1))
        self.assertEqual(len(fake.calls()), 2)
        self.assertEqual(fake.read("scratch/flaky"), "")
        self.assertIn("it broke", fake.read("scratch/failures"))

    def test_one_is_flaky_and_another_fails(self):
        fake = Fake(self, ["a::one", "a::two"], {"a::one": 2, "a::two": 1})
        self.assertEqual(fake.measure(*AGAIN), (1, 1))

    def test_many_failures_are_not_run_again(self):
        names = [f"a::{number}" for number in range(8)]
        fake = Fake(self, names, dict.fromkeys(names[:6], 1))
        self.assertEqual(fake.measure(*AGAIN), (2, 6))
        self.assertEqual(len(fake.calls()), 1)

    def test_without_a_second_try(self):
        fake = Fake(self, ["a::one"], {"a::one": 1})
        self.assertEqual(fake.measure("cargo", "cargo", "test"), (0, 1))
        self.assertEqual(len(fake.calls()), 1)

    def test_a_crash_is_a_failure_that_is_not_run_again(self):
        fake = Fake(self, ["a::one"], {})
        self.assertEqual(fake.measure(*AGAIN, CRASH=1), (0, 1))
        self.assertEqual(len(fake.calls()), 1)

    def test_a_test_that_does_not_run_again_has_failed(self):
        fake = Fake(self, ["a::one"], {"a::one": 1})
        fake.write("bin/cargo", CARGO.replace("if name in words]", "if False]"))
        self.assertEqual(fake.measure(*AGAIN), (0, 1))

    def test_a_check_is_one_test(self):
        fake = Fake(self)
        self.assertEqual(fake.measure("check", "true"), (1, 0))
        self.assertEqual(fake.measure("check", "sh", "-c", "echo why; exit 3"), (0, 1))
        self.assertIn("why", fake.read("scratch/failures"))

    def test_pytest(self):
        names = ["tests/clients/test_sign_in.py::test_a[x y]", "tests/clients/test_sign_in.py::test_b"]
        fake = Fake(self, names, {names[0]: 1})
        self.assertEqual(fake.measure("pytest", "again", "pytest", "-v", "tests/clients"), (2, 0))
        self.assertIn(f"-v '{names[0]}'", fake.read("target/test-flaky/a-step/tests-clients-test_sign_in.py-test_a-x-y/second.log"))
        fake = Fake(self, names, {names[0]: 2})
        self.assertEqual(fake.measure("pytest", "again", "pytest", "-v", "tests/clients"), (1, 1))

    @unittest.skipUnless(shutil.which("node"), "no Node on this machine")
    def test_node(self):
        """Of a sequence the whole test runs again, of a suite the one test, and nothing else."""
        fake = Fake(self)
        fake.write("a.test.mjs", NODE)
        command = ("node", "again", "node", HERE / "node_tests.mjs", fake.folder / "a.test.mjs")
        self.assertEqual(fake.measure(*command), (6, 0))
        self.assertEqual(fake.read("ran").split(), ["plain", "begin", "go-on", "in-suite", "beside", "begin", "go-on", "in-suite"])
        self.assertIn("a.test.mjs: a sequence (of two)\n", fake.read("scratch/flaky"))
        self.assertIn("a.test.mjs: a suite > in-suite\n", fake.read("scratch/flaky"))


class TheScript(unittest.TestCase):
    """`./test` with a cargo that only pretends."""

    def test_the_last_line_counts_and_flaky_tests_are_listed(self):
        # Two commands run the same tests here.
        fake = Fake(self, ["a::one", "a::two"], {"a::two": 1})
        done = fake.run(ROOT / "test", "fmt", "faults")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[-1], "6 passed, 0 failed")
        self.assertEqual(done.returncode, 0)
        self.assertEqual([line for line in lines if line.startswith("====")], ["==== fmt (1 of 2) ====", "==== faults (2 of 2) ====", "==== summary ===="])
        listed = lines.index("flaky:")
        self.assertEqual(lines[listed + 1], "  faults: a::two")
        self.assertRegex(lines[listed - 2], r"^faults +4 passed +0 failed +\d+ s$")

    def test_rust_tests_on_a_database_get_no_second_try(self):
        fake = Fake(self, ["a::one", "a::two"], {"a::two": 1})
        done = fake.run(ROOT / "test", "sqlite")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "1 passed, 1 failed"))
        self.assertNotIn("flaky:", done.stdout)
        self.assertIn("==== what failed ====", done.stdout)

    def test_a_step_without_a_test_fails(self):
        done = Fake(self).run(ROOT / "test", "sqlite")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "0 passed, 1 failed"))


if __name__ == "__main__":
    unittest.main()
