// Webhooks with a creator who is gone or with a leaked URL, and apps that are offered, reported, or lost a secret.

import assert from "node:assert/strict";
import { send } from "../actor.mjs";
import { sending } from "../walk.mjs";

export async function ownership(cast) {
  const warden = await cast.join({ nickname: "warden", name: "Wilma Warden", phone: "+4915112345721" });
  const heir = await cast.join({ nickname: "heir", name: "Henri Heir" });
  const server = await warden.server("Harbour Watch");
  const quay = await warden.channel(server, "quay", "What the quay says of itself");
  const managers = await warden.role(server, "Managers", ["manage_server"]);
  const sailor = await cast.join({ nickname: "sailor", name: "Sascha Sailor" });
  await warden.invite(server, [sailor, heir], [managers]);
  const orphan = await sailor.webhook(quay, "Made by a sailor");
  await warden.post(`${server.settings}/members/${sailor.id}`, {});
  const mute = await cast.join({ nickname: "mute", name: "Mika Mute" });
  await warden.invite(server, [mute], [managers]);
  await warden.overwrite(server, quay, `user:${mute.id}`, { deny: ["send_messages"] });
  const found = await warden.webhook(quay, "Found in a repository");
  const again = await warden.webhook(quay, "Found, and resumed");
  const kept = await warden.webhook(quay, "About to be reported");
  const app = await warden.app("Buoy register", { privacy_url: "https://buoys.example.org/privacy", terms_url: "https://buoys.example.org/terms" });
  const offered = await warden.app("Signal book");
  const leaky = await warden.app("Chart room");
  const shared = await warden.app("Harbour register");
  for (const nickname of ["heir", "sailor"]) await warden.post(`${shared.path}/collaborators`, { nickname });
  await report(cast, [found.url, again.url, leaky.secret]);
  await warden.post(`${again.path}/resume`);
  await warden.post(`${offered.path}/owner`, { nickname: "heir" });
  const reported = `/oauth/apps/${app.id}/report`;
  const reporting = `form[action="${reported}"]`;

  const webhook = (name, others) => ({ page: "Webhook", state: name, as: warden, ...others });
  return [
    webhook("take-over with more mentions", { path: orphan.path }),
    webhook("take-over with the same mentions", { as: heir, path: orphan.path }),
    webhook("take-over by those who may send", { as: mute, path: orphan.path }),
    webhook("found by a scanner, and paused", { path: found.path }),
    webhook("found by a scanner, and resumed", { path: again.path }),
    webhook("about to be reported as leaked", { path: `${kept.path}/settings`, act: (page) => page.locator("#leaked summary").click() }),
    { page: "Leaked webhook", state: "paused", as: warden, path: `${found.path}/leaked?since=week` },
    { page: "Leaked webhook", state: "active", as: warden, path: `${kept.path}/leaked` },
    { page: "Leaked webhook", state: "for those who can’t remove messages", as: heir, path: `${found.path}/leaked` },
    { page: "App", state: "a secret leaked", as: warden, path: leaky.path },
    { page: "App", state: "offered to another person", as: warden, path: `${offered.path}/settings` },
    {
      page: "App", state: "offered to no one", as: warden, path: `${app.path}/settings`, status: 422,
      act: sending(`form[action="${app.path}/owner"]`, { nickname: "nobody_at_all" }),
    },
    { page: "App", state: "with collaborators", as: warden, path: shared.path },
    {
      page: "App", state: "a collaborator who isn’t there", as: warden, path: shared.path, status: 422,
      act: sending(`form[action="${shared.path}/collaborators"]`, { nickname: "nobody_at_all" }),
    },
    { page: "App", state: "for a collaborator", as: heir, path: shared.path },
    {
      page: "App", state: "a collaborator about to leave", as: heir, path: shared.path,
      act: (page) => page.locator('summary:text-is("Leave")').click(),
    },
    { page: "App", state: "set up, for a collaborator", as: heir, path: `${shared.path}/setup` },
    { page: "App", state: "collaborators were added", as: heir, path: `${shared.path}/activity` },
    { page: "Try an app", state: "for a collaborator, not registered", as: heir, path: `${shared.path}/try` },
    { page: "Portal", state: "with an app of someone else", as: heir, path: "/portal" },
    { page: "Offers", state: "without a phone", as: heir, path: "/settings/transfers" },
    { page: "Offers", state: "none", as: sailor, path: "/settings/transfers" },
    { page: "Report an app", state: "about to report", as: sailor, path: reported },
    {
      page: "Report an app", state: "without a reason", as: sailor, path: reported, status: 422,
      act: sending(reporting, { reason: "", text: "It asked for my password." }),
    },
    { page: "Security log", state: "secrets leaked", as: warden, path: "/settings/security/log" },
    { page: "Server audit log", state: "a webhook was found", as: warden, path: `${server.settings}/audit` },
  ];
}

/** Reports secrets as a scanner does. */
async function report(cast, secrets) {
  const { revoked } = await send(`${cast.base}/leaks`, { secrets });
  assert.equal(revoked, secrets.length);
}
