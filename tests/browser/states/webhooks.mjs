// A webhook in every state of itself and of its creator. What was posted through one stands in
// `deliveries`.

import { send } from "../actor.mjs";
import { first, pressing, sending } from "../walk.mjs";

export async function webhooks(cast) {
  const keeper = await cast.join({ nickname: "keeper", name: "Kira Keeper" });
  const server = await keeper.server("Lock Keepers");
  const gates = await keeper.channel(server, "gates", "What the gates say of themselves");
  const gone = await keeper.channel(server, "gone");
  const managers = await keeper.role(server, "Managers", ["manage_server"]);
  const callers = await keeper.role(server, "Callers", ["mention_all"]);

  // Each makes a webhook, and then something happens to them.
  const [lacking, leaving, deleting, disabled] = await Promise.all(
    ["lacking", "leaving", "deleting", "disabled"].map((nickname) => cast.join({ nickname, name: `${nickname} person` })),
  );
  await keeper.invite(server, [lacking, leaving, deleting, disabled], [managers, callers]);
  const made = {};
  for (const person of [lacking, leaving, deleting, disabled]) {
    made[person.nickname] = await person.webhook(gates, `Made by ${person.nickname}`);
  }
  await keeper.post(`${server.settings}/members/${lacking.id}`, { roles: [managers] });
  await leaving.post(`/servers/${server.id}/leave`);
  await deleting.post("/settings/delete", { confirm: deleting.nickname, password: deleting.password });
  await cast.portico.operate("user", "disable", disabled.nickname);

  const quiet = await keeper.webhook(gates, "Quiet gate");
  const paused = await keeper.webhook(gates, "Paused gate");
  await send(paused.url, { content: "Gate 3 is open." });
  await keeper.post(`${paused.path}/pause`);
  const pausedEarly = await keeper.webhook(gates, "Never posted");
  await keeper.post(`${pausedEarly.path}/pause`);
  const lost = await keeper.webhook(gates, "Sealed under another key");
  await cast.portico.meddle(`UPDATE webhooks SET token_sealed = x'00' WHERE id = ${lost.id}`);
  const orphan = await keeper.webhook(gone, "In a channel that is gone");
  await keeper.post(`${server.settings}/channels/${gone}/delete`);
  const outside = await cast.join({ nickname: "outside", name: "Olga Outside" });
  await keeper.invite(server, [outside], [managers]);
  await keeper.overwrite(server, gates, `user:${outside.id}`, { deny: ["view_channel"] });
  const stale = await keeper.again();
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT max(id) FROM sessions)");

  const create = 'form[action="/portal/webhooks"]';
  const state = (name, others) => ({ page: "Webhook", state: name, as: keeper, ...others });
  return [
    {
      page: "New webhook", state: "without a name and a channel", as: keeper, path: "/portal/webhooks/new", status: 422,
      act: sending(create, { channel_id: "", name: "" }),
    },
    {
      page: "New webhook", state: "being filled in", as: keeper, path: "/portal/webhooks/new",
      act: async (page) => {
        await page.selectOption('[name="channel_id"]', String(gates));
        await page.fill('[name="name"]', "Water levels");
      },
    },
    state("just created", {
      path: "/portal/webhooks/new", act: sending(create, { channel_id: gates, name: "Fresh gate" }),
    }),
    state("URL revealed", { path: `${quiet.path}?reveal` }),
    state("URL revealed in place", {
      path: quiet.path,
      act: async (page) => {
        await page.locator(".secret:has(#runtime-url) [data-secret-toggle]").click();
        await page.locator(".is-revealed #runtime-url").waitFor();
      },
    }),
    state("set up, every product opened", {
      path: `${quiet.path}/setup`,
      // By clicks: what a script opens by itself counts as a layout shift.
      act: async (page) => {
        for (const summary of await page.locator("#products details[data-product] > summary").all()) await summary.click();
      },
    }),
    state("without deliveries", { path: quiet.path }),
    state("paused", { path: paused.path }),
    state("paused before its first message", { path: pausedEarly.path }),
    state("just paused", {
      path: "/portal/webhooks/new",
      act: first(sending(create, { channel_id: gates, name: "Stopped gate" }), pressing('.tabs a[href$="/settings"]'), pressing('form[action$="/pause"] button')),
    }),
    state("new URL", {
      path: "/portal/webhooks/new",
      act: first(sending(create, { channel_id: gates, name: "Rotated gate" }), pressing('.tabs a[href$="/settings"]'), sending('form[action$="/url"]')),
    }),
    state("test message sent", {
      path: "/portal/webhooks/new",
      act: first(sending(create, { channel_id: gates, name: "Tested gate" }), pressing('form[action$="/test"] button')),
    }),
    state("creator lost the permission", { path: made.lacking.path }),
    state("creator left", { path: made.leaving.path }),
    state("creator’s account is disabled", { path: made.disabled.path }),
    state("creator’s account is deleted", { path: made.deleting.path }),
    state("URL can’t be shown any more", { path: lost.path }),
    state("signed in a while ago", { as: stale, path: quiet.path }),
    state("set up, signed in a while ago", { as: stale, path: `${quiet.path}/setup` }),
    state("in a channel that its manager can’t see", { as: outside, path: quiet.path }),
    state("paused, in a channel that its manager can’t see", { as: outside, path: paused.path }),
    { page: "Deliveries", state: "of a channel that the manager can’t see", as: outside, path: `${quiet.path}/deliveries`, status: 403 },
    { page: "Portal", state: "webhooks in a channel that the manager can’t see", as: outside, path: "/portal" },
    state("its channel is gone", { path: orphan.path, status: 404 }),
    state("settings", { path: `${quiet.path}/settings` }),
    state("edited wrongly", { path: `${quiet.path}/settings`, status: 422, act: sending(`form[action="${quiet.path}"]`, { name: "", channel_id: "1" }) }),
    state("about to get a new URL", { path: `${quiet.path}/settings`, act: (page) => page.locator("summary", { hasText: "Regenerate URL" }).click() }),
    state("deleted by a wrong name", {
      path: `${quiet.path}/settings`, status: 422, act: sending('form[action$="/delete"]', { confirm: "Loud gate" }),
    }),
    { page: "Webhook playground", state: "paused", as: keeper, path: `${paused.path}/playground` },
    {
      page: "Webhook playground", state: "verdicts", as: keeper, path: `${quiet.path}/playground`,
      act: async (page) => {
        await page.fill('[name="content"]', "@all @keeper @Managers @lacking: gate **2** is `stuck`. @nobody-here");
        await page.check("#f-parse-users");
        await page.locator("#verdicts li").nth(4).waitFor();
      },
    },
    {
      page: "Webhook playground", state: "what the endpoint would refuse", as: keeper, path: `${quiet.path}/playground`,
      act: async (page) => {
        await page.fill('[name="content"]', "   ");
        await page.locator("#refusal").waitFor();
      },
    },
    {
      page: "Webhook playground", state: "sent", as: keeper, path: `${made.lacking.path}/playground`,
      act: async (page) => {
        await page.fill('[name="content"]', "Gate 2 opens again. @keeper");
        await page.getByRole("button", { name: /^Send to/ }).click();
        await page.locator("#sent .notice-success").waitFor();
      },
    },
    ...["json", "discord", "slack", "github", "gitlab", "alertmanager"].map((format) => (
      { page: "Webhook playground", state: `in the format ${format}`, as: keeper, path: `${quiet.path}/playground?format=${format}` }
    )),
    {
      page: "Webhook playground", state: "a body that is refused in its dialect’s words", as: keeper, path: `${quiet.path}/playground?format=discord`,
      act: async (page) => {
        await page.fill('[name="body"]', '{"username": [], "embeds": [{"title": {}, "fields": 7}]}');
        await page.locator("#refusal").waitFor();
      },
    },
    {
      page: "Webhook playground", state: "a body of which not everything is posted", as: keeper, path: `${quiet.path}/playground?format=discord`,
      act: async (page) => {
        await page.fill('[name="body"]', JSON.stringify({ content: `@everyone ${"lock ".repeat(900)}`, poll: { question: { text: "?" } }, tts: true }));
        await page.locator("#notes").waitFor();
      },
    },
    {
      page: "Webhook playground", state: "an event that is ignored", as: keeper, path: `${quiet.path}/playground?format=github`,
      act: async (page) => {
        await page.fill('[name="event"]', "watch");
        await page.locator("#preview", { hasText: "Ignored" }).waitFor();
      },
    },
    {
      page: "Webhook playground", state: "sent in another format", as: keeper, path: `${made.lacking.path}/playground?format=slack`,
      act: async (page) => {
        await page.getByRole("button", { name: /^Send to/ }).click();
        await page.locator("#sent .notice-success").waitFor();
      },
    },
    { page: "Deliveries", state: "none yet", as: keeper, path: `${quiet.path}/deliveries` },
    { page: "Portal", state: "webhooks of others, one paused", as: lacking, path: "/portal" },
    { page: "Server audit log", state: "of a busy server", as: keeper, path: `${server.settings}/audit` },
  ];
}
