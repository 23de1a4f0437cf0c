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

  const stale = await maker.again();
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT max(id) FROM sessions)");

  const form = 'form[action="/portal/apps"]';
  const bad = "http://example.org/callback\nhttps://example.org/#top\nhttps://*.example.org/\nnonsense";
  return [
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
    { page: "App", state: "no exchanges yet, signed in a while ago", as: stale, path: two.path },
    { page: "App", state: "two secrets", as: maker, path: two.path },
    { page: "App", state: "no secret", as: maker, path: none.path },
    { page: "App", state: "failed exchanges", as: maker, path: troubled.path },
    {
      page: "App", state: "edited wrongly", as: maker, path: two.path, status: 422,
      act: sending("form#edit", { name: "", redirect_uris: "https://example.org/callback#there" }),
    },
    {
      page: "App", state: "about to be deleted", as: maker, path: two.path,
      act: (page) => page.locator("summary", { hasText: "Delete app" }).click(),
    },
    {
      page: "App", state: "deleted by a wrong name", as: maker, path: two.path, status: 422,
      act: sending("form#delete", { confirm: "Berth" }),
    },
    { page: "App playground", state: "a link that would be refused", as: maker, path: `${two.path}/playground?code_verifier=short` },
    { page: "App audit log", state: "in use", as: maker, path: `${troubled.path}/audit` },
    { page: "App audit log", state: "nothing like this", as: maker, path: `${troubled.path}/audit?action=app_edited` },
    { page: "Portal", state: "apps, and no server", as: maker, path: "/portal" },
    {
      page: "Portal", state: "an app was deleted", as: maker, path: "/portal/apps/new",
      act: first(sending(form, { name: "Short-lived", redirect_uris: "https://example.org/" }), sending("form#delete", { confirm: "Short-lived" })),
    },
    { page: "Connected apps", state: "one", as: people[0], path: "/settings/apps" },
  ];
}
