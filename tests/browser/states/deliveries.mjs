// Deliveries of a webhook: the log, filtered and in pages, and one delivery of each outcome.

import assert from "node:assert/strict";
import { send } from "../actor.mjs";

/** What `pages.test.mjs` lets a webhook post in a row: the last ones are refused for their speed. */
export const AT_ONCE = 80;

export async function deliveries(cast) {
  const poster = await cast.join({ nickname: "poster", name: "Paula Poster" });
  const reader = await cast.join({ nickname: "post_reader", name: "Rosa Reader" });
  const server = await poster.server("Signal Box");
  const quiet = await poster.role(server, "Signalmen", [], false);
  await poster.invite(server, [reader]);
  const hidden = await poster.channel(server, "hidden");
  const all = await poster.roleNamed(server, "Everyone");
  await poster.overwrite(server, hidden, `role:${all}`, { deny: ["view_channel"] });

  const hook = await poster.webhook(server.general, "Signals");
  const loud = await poster.webhook(hidden, "Signals in hiding");
  const calm = await poster.webhook(server.general, "Never refused");
  await send(calm.url, { content: "All clear." });

  const posted = async (outcome, url, payload, status, headers) => {
    const answer = await send(url, payload, headers);
    assert.equal(answer.status, status, outcome);
  };
  const parse = ["all", "roles", "users"];
  const everything = { allowedMentions: { parse } };
  await posted("accepted", hook.url, { content: "Signal 1 is green.", name: "Signal 1" }, 200);
  await posted("fired", hook.url, { content: `@<${reader.id}> @all: signal 2 is red.`, ...everything }, 200);
  await posted("silent", hook.url, { content: `@all @post_reader @Signalmen @nobody-here @<1>`, allowedMentions: { parse: ["users"] } }, 200);
  await posted("out of sight", loud.url, { content: `@<${reader.id}> @role_${quiet}`, ...everything }, 200);
  await posted("kept", hook.url, { content: "Once." }, 200, { "Idempotency-Key": "a-key" });
  await posted("replayed", hook.url, { content: "Once." }, 200, { "Idempotency-Key": "a-key" });
  await posted("reused", hook.url, { content: "Twice." }, 422, { "Idempotency-Key": "a-key" });
  await posted("broken", hook.url, '{"content": "a broken', 400);
  await posted("faults", hook.url, { content: " ", name: "", avatarUrl: "nowhere", allowedMentions: { parse: ["everybody"] } }, 400);
  await posted("type", hook.url, "content=hello", 415, { "Content-Type": "text/plain" });
  await posted("large", hook.url, { content: "W".repeat(70_000) }, 413);
  await posted("long", hook.url, { content: `${"W".repeat(3000)}\u202E<script>` }, 200);
  const suffixed = (suffix) => `${hook.url}/${suffix}?wait=true`;
  await posted("cut", suffixed("discord"), { content: "signal ".repeat(600), poll: { question: { text: "?" } }, embeds: [{ title: "Signal 3", description: "w ".repeat(1500) }] }, 200);
  await posted("ignored", suffixed("github"), {}, 200, { "X-GitHub-Event": "watch" });
  const cutFirst = (await poster.read(`${hook.path}/deliveries`)).match(/data-delivery-id="(\d+)">(?:(?!<\/li>).)*Not complete/s)[1];
  await poster.post(`${hook.path}/deliveries/${cutFirst}/resend`, { channel_id: server.general, shown_at: 1 });
  await poster.post(`${hook.path}/test`);
  let status = 200;
  for (let turn = 0; status === 200 && turn < 2 * AT_ONCE; turn += 1) {
    ({ status } = await send(hook.url, { content: `Signal ${turn} is green.` }));
  }
  assert.equal(status, 429);

  const log = `${hook.path}/deliveries`;
  const older = (await poster.read(log)).match(/rel="next" href="[^"]*before=(\d+)/)[1];
  const rest = await poster.read(`${log}?before=${older}`);
  const refused = await poster.read(`${log}?outcome=refused`);
  // The rows of a page, each with what it says.
  const rows = (html) => [...html.matchAll(/data-delivery-id="(\d+)">(.*?)<\/li>/gs)].map(([, id, row]) => ({ id, row }));
  const one = (html, pattern) => `${log}/${rows(html).find(({ row }) => pattern.test(row)).id}`;
  const secret = await poster.read(`${loud.path}/deliveries`);

  const detail = (state, path) => ({ page: "Delivery", state, as: poster, path });
  return [
    { page: "Webhook", state: "busy, some refused", as: poster, path: hook.path },
    { page: "Deliveries", state: "of every kind", as: poster, path: log },
    { page: "Deliveries", state: "older ones", as: poster, path: `${log}?before=${older}` },
    { page: "Deliveries", state: "accepted", as: poster, path: `${log}?outcome=accepted` },
    { page: "Deliveries", state: "refused", as: poster, path: `${log}?outcome=refused` },
    { page: "Deliveries", state: "none refused", as: poster, path: `${calm.path}/deliveries?outcome=refused` },
    detail("accepted", one(rest, /Accepted.*no mentions/s)),
    detail("mentions that fired", one(rest, /2 fired/)),
    detail("mentions that stayed silent", one(rest, /[3-9] silent/)),
    detail("mentions of people who can’t see it", `${loud.path}/deliveries/${rows(secret)[0].id}`),
    detail("shortened, with parts that are not posted", `${log}/${cutFirst}`),
    detail("resent", one(rest, />Resent</)),
    detail("an event that is ignored", one(rest, />Ignored</)),
    detail("test message", one(rest, />Test</)),
    detail("repeated", one(rest, />Repeated</)),
    detail("a key used for something else", one(refused, /idempotency_key_reused/)),
    detail("not JSON", one(refused, /invalid_json/)),
    detail("several faults", one(refused, /invalid_request/)),
    detail("wrong content type", one(refused, /unsupported_media_type/)),
    detail("too large", one(refused, /payload_too_large/)),
    detail("too fast", one(refused, /rate_limited/)),
    { page: "Portal", state: "a webhook with refusals", as: poster, path: "/portal" },
  ];
}
