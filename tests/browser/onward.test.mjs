// What Chromium adds to sign-ins: it checks every redirect after a form against the form's policy, and sends the purpose
// of every request.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as http } from "node:http";
import { createServer as https } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const portico = await start();
const folder = await mkdtemp(join(tmpdir(), "portico-onward-"));
const servers = [];
after(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await Promise.all([portico.close(), rm(folder, { recursive: true, force: true })]);
});

const { base_url: base, people, oauth_app: app } = portico.demo;
const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
execFileSync("openssl", [
  ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=service.test"],
  ...["-keyout", key, "-out", cert],
], { stdio: "ignore" });
const tls = { key: await readFile(key), cert: await readFile(cert) };

/** Starts a server on a free port of an address; returns the port. */
async function listen(isTls, answer, address = "127.0.0.1") {
  const server = isTls ? https(tls, answer) : http(answer);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, address, resolve));
  return server.address().port;
}

/** A service whose callback redirects to another origin: returns its redirect URI and the final URL. */
async function service({ scheme, host, onward, address }) {
  const isTls = scheme === "https";
  const arrived = (_, response) => response.end("<!doctype html><title>arrived</title>");
  const end = `${scheme}://${onward}:${await listen(isTls, arrived)}/welcome`;
  const redirected = [];
  const hop = ({ url }, response) => {
    redirected.push(url);
    response.writeHead(302, { Location: end }).end();
  };
  const callback = `${scheme}://${host}:${await listen(isTls, hop, address)}/callback`;
  await register(callback);
  return { callback, end, redirected };
}

let position = 100;
/** Adds a redirect URI to the demo's app. */
async function register(uri) {
  await portico.meddle(`INSERT INTO redirect_uris (app_id, position, uri) VALUES (${app.client_id}, ${position}, '${uri}')`);
  position += 1;
}

const link = (callback, more = "") =>
  `/oauth/authorize?client_id=${app.client_id}&redirect_uri=${encodeURIComponent(callback)}&state=a+b${more}`;

const ways = [
  { scheme: "https", host: "service.test", onward: "www.service.test" },
  { scheme: "http", host: "127.0.0.1", onward: "127.0.0.1" },
  { scheme: "http", host: "127.0.0.1", onward: "localhost" },
  { scheme: "http", host: "localhost", onward: "127.0.0.1" },
  { scheme: "http", host: "[::1]", onward: "localhost", address: "::1" },
];
for (const way of ways) {
  for (const decision of ["approve", "deny"]) {
    // Shows: authorize.onward
    test(`${decision} at ${way.scheme}://${way.host} leads on to ${way.onward}`, async (t) => {
      const page = await portico.page(t, { ignoreHTTPSErrors: true });
      const { callback, end, redirected } = await service(way);
      await portico.signIn(page, people[0]);
      await page.goto(link(callback));
      const button = page.locator(`[name="decision"][value="${decision}"]:not([data-guarded])`);
      await Promise.all([page.waitForURL(end), button.click()]);
      assert.equal(redirected.length, 1);
      assert.match(redirected[0], /[?&]state=a\+b&iss=/);
    });
  }
}

// Shows: authorize.onward
test("a faulty request that is found after the sign-in leads back to the service", async (t) => {
  const page = await portico.page(t, { ignoreHTTPSErrors: true });
  for (const way of ways.slice(0, 2)) {
    const { callback, end, redirected } = await service(way);
    await page.context().clearCookies();
    await page.goto(link(callback, "&response_type=token"));
    assert.equal(new URL(page.url()).pathname, "/sign-in");
    await portico.signIn(page, people[0]);
    await page.waitForURL(end);
    assert.match(redirected[0], /[?&]error=unsupported_response_type&.*state=a\+b&/);
  }
});

// Shows: authorize.onward
test("a code that needs no consent page leads back to the service right after the sign-in", async (t) => {
  const page = await portico.page(t, { ignoreHTTPSErrors: true });
  for (const way of ways.slice(0, 2)) {
    const { callback, end, redirected } = await service(way);
    await page.context().clearCookies();
    await portico.signIn(page, people[0]);
    await page.goto(link(callback));
    const approve = page.locator('[name="decision"][value="approve"]:not([data-guarded])');
    await Promise.all([page.waitForURL(end), approve.click()]);
    await page.context().clearCookies();
    await page.goto(link(callback, "&response_type=code&scope=openid&prompt=login"));
    assert.equal(new URL(page.url()).pathname, "/sign-in");
    await portico.signIn(page, people[0]);
    await page.waitForURL(end);
    assert.match(redirected[1], /[?&]code=[^&]+&state=a\+b&iss=/);
  }
});

/** A service that takes forms: returns its redirect URI and the forms that came. */
async function formService() {
  const forms = [];
  const port = await listen(false, (request, response) => {
    if (request.url === "/welcome") return response.end("<!doctype html><title>arrived</title>");
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      forms.push({ method: request.method, referer: request.headers.referer, fields: new URLSearchParams(body) });
      response.writeHead(303, { Location: "/welcome" }).end();
    });
  });
  const welcome = `http://127.0.0.1:${port}/welcome`;
  const callback = `http://127.0.0.1:${port}/callback`;
  await register(callback);
  return { callback, welcome, forms };
}

for (const javaScript of [true, false]) {
  // Shows: authorize.form-post
  test(`a form brings the response to the service ${javaScript ? "by itself" : "by its button without scripts"}`, async (t) => {
    const page = await portico.page(t, { javaScript });
    const { callback, welcome, forms } = await formService();
    await portico.signIn(page, people[1]);
    const asked = link(callback, "&response_type=code&scope=openid&response_mode=form_post&prompt=consent");
    await page.goto(asked);
    const approve = page.locator('[name="decision"][value="approve"]:not([data-guarded])');
    await approve.click();
    if (!javaScript) await page.getByRole("button", { name: /^Continue to/ }).click();
    await page.waitForURL(welcome);
    const [{ method, referer, fields }] = forms;
    assert.deepEqual([method, referer, fields.get("state"), fields.get("iss")], ["POST", undefined, "a b", base]);
    assert.match(fields.get("code"), /^\d+\./);
    assert.deepEqual([...fields.keys()], ["code", "state", "iss"]);
  });
}

// Shows: authorize.navigations
test("a picture, a frame, a script's request and a prefetch get nothing from the consent page's URL", async (t) => {
  const page = await portico.page(t, { allow: [/^response 403/, /^console/, /^request/] });
  const { callback, redirected } = await service(ways[1]);
  await portico.signIn(page, people[0]);
  await page.goto(link(callback));
  const approve = page.locator('[name="decision"][value="approve"]:not([data-guarded])');
  await Promise.all([page.waitForURL(/welcome/), approve.click()]);
  redirected.length = 0;
  const silent = link(callback, "&prompt=none");
  // A picture on another host that redirects here.
  const bounce = await listen(false, (_, response) => response.writeHead(302, { Location: base + silent }).end());
  await page.goto("/settings/apps");
  const statuses = [];
  page.on("response", (response) => {
    if (response.url().includes("prompt=none")) statuses.push(response.status());
  });
  await page.evaluate(async ([silent, bounce]) => {
    const loaded = (element, address) =>
      new Promise((resolve) => {
        element.onload = element.onerror = resolve;
        element.src = address;
        document.body.append(element);
      });
    await loaded(new Image(), silent);
    await loaded(new Image(), bounce);
    await loaded(document.createElement("iframe"), silent);
    await loaded(document.createElement("script"), silent);
    await fetch(silent, { redirect: "manual" });
    await new Promise((resolve) => {
      const ahead = document.createElement("link");
      ahead.rel = "prefetch";
      ahead.href = silent;
      ahead.onload = ahead.onerror = resolve;
      document.head.append(ahead);
    });
  }, [silent, `http://127.0.0.1:${bounce}/a.png`]);
  assert.ok(statuses.length >= 5, `${statuses}`);
  assert.ok(statuses.every((status) => status === 403), `${statuses}`);
  assert.deepEqual(redirected, []);
  // A person who opens it is signed in as before.
  await page.goto(silent);
  assert.match(page.url(), /welcome/);
});
