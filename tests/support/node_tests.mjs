// Runs files of tests for `run.py`, some at a time: node node_tests.mjs [--at-once=N] FILE…
// A name pattern is an option of Node, which passes it on.
//
// `node --test` does not say which file a test is in when another module defined it. So each file has a run of its own here;
// its output is printed when it has ended. TEST_EVENTS names a file that gets a line of JSON for each result: the file, the
// names from the outermost suite down to the test, whether it is a suite, and how it ended. The path of a file that failed
// beside its tests is empty. Before that it may get a line which says only that a test has ended.

import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const AT_ONCE = "--at-once=";
// The longest file takes half of that while two others run.
const FILE_MS = 20 * 60_000;
const words = process.argv.slice(2);
const atOnce = Number(words.find((word) => word.startsWith(AT_ONCE))?.slice(AT_ONCE.length) ?? 1);
const waiting = words.filter((word) => !word.startsWith(AT_ONCE));
let status = 0;

async function lane() {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const output = await runFile(file);
    process.stdout.write(`\n==== ${file} ====\n${output}`);
  }
}

async function runFile(file) {
  const path = [];
  const stream = run({ files: [resolve(file)], timeout: FILE_MS });
  stream.on("test:start", ({ name, nesting }) => {
    path.length = nesting;
    path.push(name);
  });
  // In the order in which tests end, where Node has it: results come in the order of the file. Some come twice.
  stream.on("test:complete", ({ name, nesting, details }) => details?.type === "suite" || tell({ file, ended: `${nesting} ${name}` }));
  stream.on("test:pass", (data) => note(file, path, data, data.skip === undefined ? "passed" : "skipped"));
  stream.on("test:fail", (data) => {
    const excused = data.todo !== undefined;
    if (!excused) status = 1;
    note(file, path, data, excused ? "skipped" : "failed");
  });
  let output = "";
  for await (const text of stream.compose(typeof spec === "function" && spec.prototype ? new spec() : spec)) output += text;
  return output;
}

function note(file, open, { name, nesting, details }, outcome) {
  const isFile = nesting === 0 && resolve(name) === resolve(file);
  const path = isFile ? [] : [...open.slice(0, nesting), name];
  tell({ file, path, suite: details.type === "suite", outcome });
}

function tell(event) {
  appendFileSync(process.env.TEST_EVENTS, `${JSON.stringify(event)}\n`);
}

await Promise.all(Array.from({ length: atOnce }, lane));
process.exitCode = status;
