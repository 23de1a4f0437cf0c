// A single-page app that nobody here wrote the client of: oidc-client-ts, as a public app with PKCE. It is on another origin,
// so that Chromium asks for the discovery document, the token and the person across origins.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import test, { after } from "node:test";
import { start } from "./portico.mjs";

const library = await readFile(
  fileURLToPath(new URL("node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js", import.meta.url)),
);
const portico = await start();
const { base_url: base, people, public_app: app } = portico.demo;

const page = (script) => `<!doctype html><html lang="en"><title>service</title><script src="/oidc.js"></script><script>${script}</script></html>`;
const settings = `({
  authority: ${JSON.stringify(base)},
  client_id: ${JSON.stringify(String(app.client_id))},
  redirect_uri: location.origin + "/callback",
  post_logout_redirect_uri: location.origin + "/signed-out",
  scope: "openid profile",
  automaticSilentRenew: false,
})`;
const files = {
  "/": page(`window.manager = new oidc.UserManager(${settings});`),
  "/callback": page(`
    window.manager = new oidc.UserManager(${settings});
    window.result = manager.signinCallback().then(
      (user) => ({ profile: user.profile, scope: user.scope, refresh: user.refresh_token ?? null }),
      (error) => ({ fault: error.error ?? null, message: error.message }),
    );`),
  "/signed-out": page(""),
};
const service = createServer(({ url }, response) => {
  const path = url.split("?")[0];
  const found = path === "/oidc.js" ? library : files[path];
  response.writeHead(found ? 200 : 404, { "Content-Type": path.endsWith(".js") ? "text/javascript" : "text/html" });
  response.end(found);
});
await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${service.address().port}`;
after(async () => {
  service.close();
  service.closeAllConnections();
  await portico.close();
});

/** Opens the service and begins a sign-in. */
async function begin(page) {
  await page.goto(origin);
  await Promise.all([
    page.waitForURL(`${base}/**`),
    // It leaves the page, so there is nothing to wait for on it.
    page.evaluate(() => void window.manager.signinRedirect()),
  ]);
}

/** The result on the callback page. */
async function result(page) {
  await page.waitForURL(`${origin}/callback?*`);
  return page.evaluate(() => window.result);
}

test("oidc-client-ts signs a user in across origins, and asks each time", async (t) => {
  const page = await portico.page(t);
  await begin(page);
  await portico.signIn(page, people[4]);
  for (let round = 0; round < 2; round += 1) {
    if (round > 0) await begin(page);
    await page.click("button[value=approve]:not([data-guarded])");
    const { profile, scope, refresh, fault } = await result(page);
    assert.equal(fault, undefined);
    assert.equal(profile.sub, String(people[4].id));
    assert.equal(profile.nickname, people[4].nickname);
    assert.equal(scope, "openid profile");
    assert.equal(refresh, null);
  }
});

test("oidc-client-ts reports that the user cancelled", async (t) => {
  const page = await portico.page(t);
  await begin(page);
  await portico.signIn(page, people[5]);
  await page.click("button[value=deny]");
  assert.equal((await result(page)).fault, "access_denied");
});

test("oidc-client-ts refuses a response to a request that it did not make", async (t) => {
  const page = await portico.page(t);
  await begin(page);
  await portico.signIn(page, people[5]);
  await page.click("button[value=approve]:not([data-guarded])");
  await result(page);
  await page.goto(page.url());
  const { profile, message } = await result(page);
  assert.equal(profile, undefined);
  assert.match(message, /state/i);
});
