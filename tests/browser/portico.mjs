// The basis of every browser test: its own demo instance, a browser, and pages that fail their test when
// they log an error or a request fails. The test files next to this one check what pages show.
//
//   import test, { after } from "node:test";
//   import { start } from "./portico.mjs";
//
//   const portico = await start();
//   after(() => portico.close());
//
//   test("a user signs in", async (t) => {
//     const page = await portico.page(t, { width: 390, theme: "dark" });
//     await portico.signIn(page, portico.demo.people[0]);
//   });

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, firefox } from "playwright-core";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.PORTICO_BIN ?? join(root, "target/debug/portico");
// Three files start at a time, and a slow machine takes long to hash the passwords of all the people of a demo.
const startMilliseconds = 180_000;
// The first is the same browser without windows, which is faster.
const chromiums = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Instances with a public address are reached here, too.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

// A run that is interrupted by a signal still stops its processes: see the "exit" listener of `run`.
process.once("SIGTERM", () => process.exit(143));

/**
 * Starts an instance and a browser. `settings` are further `ROCKET_…` variables of the instance; `host` makes its
 * address public by name, for instance "portico.test".
 */
export async function start({ settings = {}, host } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "portico-browser-"));
  let instance;
  try {
    instance = await startDemo(folder, settings, host);
    const browser = await launch();
    return new Portico(folder, instance, browser);
  } catch (fault) {
    await instance?.stop();
    await rm(folder, { recursive: true, force: true });
    throw fault;
  }
}

/** Whether the browser under test is Debian's Firefox, driven by WebDriver BiDi, instead of Chromium. */
export const inFirefox = process.env.BROWSER === "firefox";

/**
 * Of some looks, those that the browser under test has. Of Firefox it is the first with scripts: WebDriver BiDi can turn it
 * neither dark nor its scripts off, and pages of looks side by side would be hidden behind each other.
 */
export function possible(looks) {
  if (!inFirefox) return looks;
  const [first] = looks.filter(({ javaScript }) => javaScript);
  return [{ ...first, theme: "light" }];
}

/** A browser; `flags` are further ones of Chromium. */
export function launch(...flags) {
  if (inFirefox) {
    return firefox.launch({
      channel: "moz-firefox",
      executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr",
      // Tabs have a focus each, although only one of them can be in front.
      firefoxUserPrefs: { "focusmanager.testmode": true },
    });
  }
  return chromium.launch({
    executablePath: process.env.CHROMIUM || chromiums.find(existsSync),
    args: [...chromiumFlags, ...flags],
  });
}

/** The contexts whose pages run scripts. */
const scripted = new WeakSet();

/** Waits until the page's scripts have started: a form that is sent before is sent without them. A page that was left meanwhile has none. */
async function started(page) {
  if (!scripted.has(page.context())) return;
  try {
    await page.evaluate(async () => {
      const entry = document.querySelector('script[type="module"]');
      if (entry) await (await import(entry.src)).started;
    });
  } catch (fault) {
    if (!/context was destroyed|navigation/i.test(fault.message)) throw fault;
  }
}

function startBeforeUse(page) {
  scripted.add(page.context());
  for (const opening of ["goto", "reload", "goBack"]) {
    const open = page[opening].bind(page);
    page[opening] = async (...where) => {
      const answer = await open(...where);
      await started(page);
      return answer;
    };
  }
}

/**
 * Does something that leads to another page, and waits for that page. A click alone returns before: what is read right after it may be
 * the page that was left.
 */
export async function leads(page, act) {
  await Promise.all([page.waitForEvent("load"), act()]);
  await started(page);
}

/**
 * Does something that copies this text, and waits until the page has announced that: copying goes on after the click. Firefox asks the
 * user before a page may read a clipboard that it has not written itself, and here nobody would answer. The page is watched from
 * before, because its next announcement takes the place of this one.
 */
export async function copies(page, text, act) {
  await page.evaluate(() => {
    globalThis.announced = [];
    const region = document.getElementById("announce");
    new MutationObserver(() => globalThis.announced.push(region.textContent)).observe(region, { childList: true });
  });
  await act();
  await page.waitForFunction(() => globalThis.announced.some((text) => /copied/i.test(text)));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
}

class Portico {
  #folder;
  #instance;
  #answers = new WeakMap();
  #faults = new WeakMap();

  constructor(folder, instance, browser) {
    this.#folder = folder;
    this.#instance = instance;
    this.browser = browser;
    /** What the demo printed about itself: `base_url`, `people`, `webhook`, `oauth_app` and the rest. */
    this.demo = instance.demo;
  }

  /**
   * A page in a context (so: cookies) of its own, closed when the test `t` ends. The test fails when the page logged an
   * error, threw one, had a request fail or was answered with a status of 400 or more, except where one of `allow`
   * (regular expressions) matches the fault, for instance /^response 422 POST/. `browser` is for pages that need another one.
   */
  async page(t, { javaScript = true, theme = "light", width = 1280, height = 900, allow = [], browser = this.browser, ...others } = {}) {
    const context = await browser.newContext({
      baseURL: this.demo.base_url,
      javaScriptEnabled: javaScript,
      colorScheme: theme,
      viewport: { width, height },
      // Screenshots and contrast checks must not catch an animation.
      reducedMotion: "reduce",
      ...others,
    });
    const faults = [];
    context.on("page", (page) => this.#watch(page, faults));
    t.after(async () => {
      // A test may end while a request that it delays is under way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
      // Where scripts are off, preloaded modules are blocked.
      const expected = javaScript ? allow : [...allow, /^request GET \S+\/js\/[\w-]+\.js csp$/];
      const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
      if (unexpected.length > 0) {
        const failure = new Error(`faults on the page:\n${unexpected.join("\n")}`);
        failure.stack = failure.message;
        throw failure;
      }
    });
    const page = await context.newPage();
    this.#faults.set(page, faults);
    if (javaScript) startBeforeUse(page);
    return page;
  }

  /** Returns the errors of a page so far and forgets them, so that its test does not fail. */
  takeFaults(page) {
    return this.#faults.get(page).splice(0);
  }

  #watch(page, faults) {
    page.on("console", (message) => {
      // The two events below say more than Chromium's own message about failed requests.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource:")) {
        faults.push(`console ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => faults.push(`page ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // Leaving a page ends its event stream.
      if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(reason)) {
        faults.push(`request ${request.method()} ${request.url()} ${reason}`);
      }
    });
    page.on("response", (response) => {
      const request = response.request();
      if (response.status() >= 400) {
        faults.push(`response ${response.status()} ${request.method()} ${response.url()}`);
      }
      const isRedirect = response.status() >= 300 && response.status() < 400;
      if (request.isNavigationRequest() && !isRedirect && request.frame() === page.mainFrame()) {
        this.#answers.set(page, { status: response.status(), html: response.text().catch(() => "") });
      }
    });
  }

  /** The markup of the page as the server sent it, before the browser corrected it or a script changed it. */
  async source(page) {
    return (await this.#answers.get(page)?.html) ?? "";
  }

  /** True if the pages of its context run scripts. */
  runsScripts(page) {
    return scripted.has(page.context());
  }

  /** The status of the page. */
  status(page) {
    return this.#answers.get(page)?.status;
  }

  /** Signs in a user of the demo, on the sign-in page if `page` is already there, or else by opening it. */
  async signIn(page, person) {
    const onSignIn = (url) => new URL(url).pathname === "/sign-in";
    if (!onSignIn(page.url())) {
      await page.goto("/sign-in");
    }
    await page.fill('input[name="login"]', person.nickname);
    await page.fill('input[name="password"]', person.password);
    await Promise.all([
      page.waitForURL((url) => !onSignIn(url), { waitUntil: "load" }),
      page.press('input[name="password"]', "Enter"),
    ]);
    await started(page);
  }

  /** A page (see `page`) on which a user of the demo has signed in and opened `where`. */
  async open(t, person, where, look = {}) {
    const page = await this.page(t, look);
    await this.signIn(page, person);
    await page.goto(where);
    return page;
  }

  /** `portico …` on the instance's own database, as its operator runs it; returns what it prints. */
  async operate(...words) {
    const { stdout } = await execute(program, words, { cwd: root, env: { ...inherited(), ...this.#instance.settings } });
    return stdout;
  }

  /** Changes the SQLite database directly, for what no page can do: let time pass, drop a table. */
  async meddle(sql) {
    const script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=30); db.execute(sys.argv[2]); db.commit()";
    await execute("python3", ["-c", script, this.#instance.file, sql]);
  }

  async close() {
    await this.browser.close();
    await this.#instance.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Retries if another program took a port in the meantime. */
async function startDemo(folder, settings, host) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await twoFreePorts();
    const file = join(folder, `portico-${attempt}.db`);
    const instance = run(file, {
      ROCKET_ADDRESS: "127.0.0.1",
      ROCKET_PORT: String(port),
      ROCKET_DATA_DIR: join(folder, `data-${attempt}`),
      ROCKET_DATABASE_URL: `sqlite://${file}`,
      // The operator's commands need the instance's key.
      ROCKET_SECRET_KEY: randomBytes(32).toString("base64"),
      ROCKET_THROTTLE: "{enabled=false}",
      ...(host && { ROCKET_BASE_URL: `http://${host}:${port}` }),
      ...settings,
    });
    try {
      instance.demo = await within(startMilliseconds, "the demo said nothing about itself", instance.said);
      await within(startMilliseconds, "the demo does not answer", alive(instance));
      return instance;
    } catch (fault) {
      const endedByItself = instance.hasEnded();
      await instance.stop();
      if (attempt === 3 || !endedByItself) {
        throw new Error(`${fault.message}\n${instance.log()}`);
      }
    }
  }
}

/** The environment without Portico's settings. */
function inherited() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROCKET_")));
}

/** `portico demo --json` on a database file, as a child process that ends with this one. */
function run(file, settings) {
  const child = spawn(program, ["demo", "--json", "--database-url", `sqlite://${file}`], {
    cwd: root,
    env: { ...inherited(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);

  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    log = (log + text).slice(-4000);
  });
  let ended = false;
  const end = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(`the demo ended with ${signal ?? `status ${code}`}`));
  }).then((how) => {
    ended = true;
    process.off("exit", kill);
    return how;
  });
  const said = new Promise((resolve, reject) => {
    end.then((how) => reject(new Error(how)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const demo = parseObject(line);
      if (demo?.base_url) {
        resolve(demo);
      }
    });
  });

  return {
    file,
    settings,
    said,
    log: () => log,
    hasEnded: () => ended,
    async stop() {
      child.kill("SIGTERM");
      const deadline = setTimeout(kill, 15_000);
      await end;
      clearTimeout(deadline);
    },
  };
}

function parseObject(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Probes until there is a response: the demo may print its output a moment before it listens. */
async function alive(instance) {
  const url = new URL("/healthz", instance.demo.base_url);
  // It listens only on IPv4, and not every version of Node tries both addresses of `localhost`.
  url.hostname = "127.0.0.1";
  while (!instance.hasEnded()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the demo ended before it answered");
}

async function within(milliseconds, complaint, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first of two free ports in a row: the demo takes one, its example service the next. */
async function twoFreePorts() {
  for (;;) {
    const first = await listen(0);
    const port = first.address().port;
    const second = await listen(port + 1).catch(() => undefined);
    await Promise.all([first, second].map((server) => server && new Promise((done) => server.close(done))));
    if (second) {
      return port;
    }
  }
}

function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    // A port beyond the last one throws.
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
