// An OAuth app in every state, from its creation to its deletion.

import { exchange } from "../actor.mjs";
import { first, pressing, sending } from "../walk.mjs";

export async function apps(cast) {
  const maker = await cast.join({ nickname: "maker", name: "Malte Maker", phone: "+4915112345701" });
  const people = [];
  for (const name of ["Ada", "Bo"]) {
    people.push(await cast.join({ nickname: `rider_${name.toLowerCase()}`, name }));
  }

  const unused = await maker.app("Tide board", { homepage: "https://tides.example.org", description: "High and low water for every berth." });
  const two = await maker.app("Berth planner");
  await maker.post(`${two.path}/secrets`);
  const none = await maker.app("Old ferry times");
  const [, secret] = (await maker.read(none.path)).match(/\/secrets\/(\d+)\/delete/);
  await maker.post(`${none.path}/secrets/${secret}/delete`);
  const troubled = await maker.app("Lock keeper", { redirect_uris: "https://locks.example.org/callback\nhttp://127.0.0.1/callback" });
  for (const person of people) {
    const code = await person.approve(troubled);
    await exchange(cast, troubled, code, { redirect_uri: "https://locks.example.org/elsewhere" });
    await exchange(cast, troubled, code, { code_verifier: "v".repeat(43) });
    await exchange(cast, troubled, code);
    await exchange(cast, troubled, code);
  }
  await exchange(cast, troubled, "1.nothing-of-ours");

  const board = await maker.app("Harbour board", { profile: "oidc" });
  const viewer = new URL(await maker.post("/portal/apps", { name: "Tide viewer", redirect_uris: "http://127.0.0.1/callback", public: "on" }), cast.base).pathname;
  /** Starts a sign-in that is tried, and answers the page that people see. */
  const tried = ({ path, secret }, decision) => async (page) => {
    await page.locator('[name="client_secret"]').fill(secret);
    await page.locator(`form[action="${path}/try"] button`).click();
    await page.locator(`[name="decision"][value="${decision}"]:not([data-guarded])`).click();
    await page.locator("#returned").waitFor();
  };
  const exchanged = (app) => async (page) => {
    await tried(app, "approve")(page);
    await page.locator(`form[action="${app.path}/try/callback"] button`).click();
    await page.locator("#who").waitFor();
  };

  const stale = await maker.again();
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT max(id) FROM sessions)");

  const form = 'form[action="/portal/apps"]';
  const bad = "http://example.org/callback\nhttps://example.org/#top\nhttps://*.example.org/\nnonsense";
  return [
    { page: "New app", state: "two fields", as: maker, path: "/portal/apps/new" },
    {
      page: "New app", state: "unfolded", as: maker, path: "/portal/apps/new",
      act: async (page) => {
        for (const summary of await page.locator(`${form} summary`).all()) await summary.click();
      },
    },
    {
      page: "New app", state: "redirect URIs that can’t be", as: maker, path: "/portal/apps/new", status: 422,
      act: sending(form, { name: "", redirect_uris: bad, homepage: "javascript:alert(1)" }),
    },
    {
      page: "App", state: "just created, with its secret", as: maker, path: "/portal/apps/new",
      act: sending(form, { name: "Harbour radio", redirect_uris: "https://radio.example.org/callback" }),
    },
    {
      page: "App", state: "a second secret", as: maker, path: unused.path,
      act: pressing(`form[action="${unused.path}/secrets"] button`),
    },
    { page: "App", state: "signed in a while ago", as: stale, path: two.path },
    { page: "App", state: "two secrets", as: maker, path: two.path },
    { page: "App", state: "no secret", as: maker, path: none.path },
    { page: "App", state: "failed exchanges", as: maker, path: `${troubled.path}/activity` },
    { page: "App", state: "no exchanges yet", as: maker, path: `${two.path}/activity` },
    { page: "App", state: "set up", as: maker, path: `${two.path}/setup` },
    { page: "App", state: "settings", as: maker, path: `${two.path}/settings` },
    {
      page: "App", state: "edited wrongly", as: maker, path: `${two.path}/settings`, status: 422,
      act: sending("form#edit", { name: "", redirect_uris: "https://example.org/callback#there" }),
    },
    {
      page: "App", state: "about to be deleted", as: maker, path: `${two.path}/settings`,
      act: (page) => page.locator("summary", { hasText: "Delete app" }).click(),
    },
    {
      page: "App", state: "deleted by a wrong name", as: maker, path: `${two.path}/settings`, status: 422,
      act: sending("form#delete", { confirm: "Berth" }),
    },
    { page: "App playground", state: "a link that would be refused", as: maker, path: `${two.path}/playground?code_verifier=short` },
    { page: "App", state: "OpenID Connect", as: maker, path: board.path },
    { page: "App", state: "public", as: maker, path: viewer },
    { page: "App", state: "OpenID Connect, set up", as: maker, path: `${board.path}/setup` },
    { page: "App", state: "public, set up", as: maker, path: `${viewer}/setup` },
    { page: "App", state: "OpenID Connect, settings", as: maker, path: `${board.path}/settings` },
    {
      page: "App", state: "settings of OpenID Connect that can’t be", as: maker, path: `${board.path}/settings`, status: 422,
      act: sending("form#edit", { post_logout_redirect_uris: "javascript:alert(1)" }),
    },
    {
      page: "App", state: "every product unfolded", as: maker, path: `${board.path}/setup`,
      // By clicks: what a script opens by itself counts as a layout shift.
      act: async (page) => {
        for (const summary of await page.locator("#products summary, #connect summary").all()) await summary.click();
      },
    },
    { page: "App playground", state: "OpenID Connect", as: maker, path: `${board.path}/playground` },
    { page: "App playground", state: "public, without a verifier", as: maker, path: `${viewer}/playground?code_verifier=` },
    { page: "Try an app", state: "before the first time", as: maker, path: `${board.path}/try` },
    { page: "Try an app", state: "public", as: maker, path: `${viewer}/try` },
    {
      page: "Try an app", state: "with a wrong secret", as: maker, path: `${two.path}/try`, status: 422,
      act: sending(`form[action="${two.path}/try"]`, { client_secret: "portico_wrong" }),
    },
    { page: "Try an app", state: "back with a code", as: maker, path: `${unused.path}/try`, act: tried(unused, "approve") },
    { page: "Try an app", state: "canceled", as: maker, path: `${unused.path}/try`, act: tried(unused, "deny") },
    { page: "Try an app", state: "OpenID Connect works", as: maker, path: `${board.path}/try`, act: exchanged(board) },
    { page: "Try an app", state: "it works", as: maker, path: `${unused.path}/try`, act: exchanged(unused) },
    { page: "App audit log", state: "in use", as: maker, path: `${troubled.path}/audit` },
    { page: "App audit log", state: "nothing like this", as: maker, path: `${troubled.path}/audit?action=app_edited` },
    { page: "Portal", state: "apps, and no server", as: maker, path: "/portal" },
    {
      page: "Portal", state: "an app was deleted", as: maker, path: "/portal/apps/new",
      act: first(sending(form, { name: "Short-lived", redirect_uris: "https://example.org/" }), pressing('.tabs a[href$="/settings"]'), sending("form#delete", { confirm: "Short-lived" })),
    },
    { page: "Connected apps", state: "one", as: people[0], path: "/settings/apps" },
  ];
}
