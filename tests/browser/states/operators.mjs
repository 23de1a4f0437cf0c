// The operator's console at /admin.

import { createHash } from "node:crypto";
import { authorizePath } from "../actor.mjs";
import { pressing, sending } from "../walk.mjs";

const HOUR = 60 * 60 * 1000;

/** Fills the form of the branding in, and asks for a preview. */
function previewing(fields) {
  return async (page) => {
    for (const [name, value] of Object.entries(fields)) await page.fill(`#branding [name="${name}"]`, value);
    await pressing('#branding [value="preview"]')(page);
  };
}

/** Brands an instance, as an admin who has just signed in on the page: everything at its longest, and a colour that neither theme can show. */
export async function brand(page) {
  await page.goto("/admin/branding");
  const fields = {
    name: "The Worshipful Company of Shipwrights, W",
    accent: "#808000",
    imprint: "https://example.org/imprint",
    privacy: "/privacy",
    headline: "The Worshipful Company of Shipwrights welcomes you and your crew",
    text: "We build small boats at the wharf.\n\nAsk at the office for a berth.",
  };
  for (const [name, value] of Object.entries(fields)) await page.fill(`#branding [name="${name}"]`, value);
  await pressing('#branding [value="save"]')(page);
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#808000";
    pen.fillRect(0, 0, 300, 200);
    pen.fillStyle = "#fff8dc";
    pen.arc(150, 100, 60, 0, 7);
    pen.fill();
    return canvas.toDataURL("image/png").split(",")[1];
  });
  const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") };
  await page.setInputFiles("form#logo [type=file]", file);
  await pressing("form#logo button")(page);
  await page.locator("#logo-now").waitFor();
}

/** States of a branded instance; `app` is one that people sign in to. */
export function branded(admin, app) {
  return [
    { page: "Sign in", state: "branded", path: "/sign-in" },
    { page: "Sign up", state: "branded", path: "/sign-up" },
    { page: "Start page", state: "branded", path: "/" },
    { page: "Consent", state: "branded", as: admin, path: authorizePath(app) },
    { page: "Portal", state: "branded", as: admin, path: "/portal" },
    { page: "Error", state: "branded", path: "/nowhere", status: 404 },
    { page: "Console: branding", state: "branded", as: admin, path: "/admin/branding" },
  ];
}

export async function operators(cast) {
  const owner = await cast.join({ nickname: "console-owner", name: "Olga Owner", phone: "+4915112345731" });
  const app = await owner.app("Free stickers");
  const second = await owner.app("Tide tables");
  const server = await owner.server("Harbour office");
  const hook = await owner.webhook(server.general, "Harbour lights");
  const reporter = await cast.join({ nickname: "console-reporter", name: "Rune Reporter" });
  const text = "It asked for my password on its own page, and then posted in my name.";
  await reporter.post(`/oauth/apps/${app.id}/report`, { reason: "phishing", text });
  await reporter.post(`/oauth/apps/${second.id}/report`, { reason: "spam", text: "" });
  const admin = await cast.join({ nickname: "console-admin", name: "Ada Admin" });
  const closed = await cast.join({ nickname: "console-closed", name: "Carl Closed" });
  await cast.portico.meddle("UPDATE users SET admin_at = created_at WHERE nickname = 'console-admin'");
  // As if it was just now, for as long as the walk takes.
  await cast.portico.meddle(
    `UPDATE sessions SET authenticated_at = authenticated_at + ${HOUR} WHERE user_id = (SELECT id FROM users WHERE nickname = 'console-admin')`,
  );
  const secret = "the-secret-of-the-first-start";
  const hash = createHash("sha256").update(secret).digest("hex");
  await cast.portico.meddle(
    `INSERT INTO instance_settings (name, value, changed_at) VALUES ('first_admin', '${hash}', ${Date.now()})`,
  );
  const idOf = async (nickname) => (await admin.read(`/admin/users?q=${nickname}`)).match(/id="user-(\d+)"/)[1];
  const [ownerId, closedId, adminId] =
    [await idOf("console-owner"), await idOf("console-closed"), await idOf("console-admin")];
  await admin.post(`/admin/users/${closedId}`, { act: "disable", reason: "Sent spam to everyone in three servers" });
  const why = "It asks people for their password on a page of its own. Remove that page, then write to us.";
  await admin.post(`/admin/apps/${second.id}`, { act: "suspend", reason: why });
  await admin.post(`/admin/webhooks/${hook.id}`, { act: "suspend", reason: "It floods the channel. Slow it down." });
  const quarter = await owner.server("Stolen accounts");
  const stopped = await owner.webhook(quarter.general, "Stolen lights");
  const helper = await cast.join({ nickname: "console-helper", name: "Hanna Helper" });
  await owner.invite(quarter, [helper], [await owner.role(quarter, "Helpers", ["manage_server"])]);
  await admin.post(`/admin/servers/${quarter.id}`, { act: "suspend", reason: "It trades in stolen accounts." });
  return [
    { page: "Console: overview", state: "a day", as: admin, path: "/admin" },
    { page: "Console: overview", state: "a month", as: admin, path: "/admin?span=month" },
    {
      page: "Console: overview", state: "unfolded", as: admin, path: "/admin",
      act: async (page) => {
        for (const summary of await page.locator("details.fold > summary").all()) await summary.click();
      },
    },
    { page: "Console: reports", state: "two", as: admin, path: "/admin/reports" },
    {
      page: "Console: reports", state: "closed without a decision", as: admin, path: "/admin/reports", status: 422,
      act: sending('form:has([name="report"])', { reason: " " }),
    },
    { page: "Console: people", state: "newest", as: admin, path: "/admin/users" },
    {
      page: "Console: people", state: "a new account with faults", as: admin, path: "/admin/users", status: 422,
      act: sending("#new-account", { nickname: "console-owner", name: " " }),
    },
    {
      page: "Console: person", state: "a new account", as: admin, path: "/admin/users",
      act: sending("#new-account", { nickname: "console-new", name: "Nils New" }),
    },
    { page: "Console: person", state: "an admin’s own", as: admin, path: `/admin/users/${adminId}` },
    { page: "Console: people", state: "none found", as: admin, path: "/admin/users?q=nobody-at-all" },
    { page: "Console: person", state: "open", as: admin, path: `/admin/users/${ownerId}` },
    { page: "Console: person", state: "disabled", as: admin, path: `/admin/users/${closedId}` },
    {
      page: "Console: person", state: "no reason", as: admin, path: `/admin/users/${ownerId}`, status: 422,
      act: sending('form:has([value="verify_phone"])', { phone: "12", reason: " " }),
    },
    {
      page: "Console: person", state: "new password", as: admin, path: `/admin/users/${closedId}`,
      act: sending('form:has([value="reset_password"])', { reason: "Lost it; recognised by voice" }),
    },
    { page: "Console: apps", state: "newest", as: admin, path: "/admin/apps" },
    { page: "Console: apps", state: "none found", as: admin, path: "/admin/apps?q=console-reporter" },
    { page: "Console: apps", state: "longest unused", as: admin, path: "/admin/apps?order=unused&q=console-owner" },
    {
      page: "Console: apps", state: "a day that is none", as: admin, path: "/admin/apps?used_since=yesterday", status: 422,
    },
    { page: "Console: app", state: "reported", as: admin, path: `/admin/apps/${app.id}` },
    { page: "Console: app", state: "suspended", as: admin, path: `/admin/apps/${second.id}` },
    { page: "Console: webhooks", state: "newest", as: admin, path: "/admin/webhooks" },
    { page: "Console: webhooks", state: "last used first", as: admin, path: "/admin/webhooks?used_since=2026-01-01" },
    { page: "Console: webhooks", state: "none used", as: admin, path: "/admin/webhooks?used_since=2099-01-01" },
    { page: "Console: webhook", state: "suspended", as: admin, path: `/admin/webhooks/${hook.id}` },
    { page: "Console: servers", state: "newest", as: admin, path: "/admin/servers" },
    { page: "Console: servers", state: "none found", as: admin, path: "/admin/servers?q=nobody-at-all" },
    { page: "Console: server", state: "open", as: admin, path: `/admin/servers/${server.id}` },
    { page: "Console: server", state: "suspended", as: admin, path: `/admin/servers/${quarter.id}` },
    {
      page: "Console: server", state: "no reason", as: admin, path: `/admin/servers/${server.id}`, status: 422,
      act: sending('form:has([value="suspend"])', { reason: " " }),
    },
    { page: "Servers", state: "one suspended", as: owner, path: "/servers" },
    { page: "Error", state: "suspended server", as: owner, path: `/servers/${quarter.id}`, status: 403 },
    { page: "Console: sign-up", state: "open", as: admin, path: "/admin/sign-up" },
    {
      page: "Console: sign-up", state: "a new link", as: admin, path: "/admin/sign-up",
      act: sending("#new-link", { note: "For the new harbour master", days: "7" }),
    },
    {
      page: "Console: sign-up", state: "a link without days", as: admin, path: "/admin/sign-up", status: 422,
      act: sending("#new-link", { days: "0" }),
    },
    { page: "Sign up", state: "by a link that does not work", path: "/sign-up?link=x", status: 404 },
    { page: "Become the admin", state: "by the link of the first start", as: reporter, path: `/sign-up?admin=${secret}` },
    { page: "Sign up", state: "as the first admin", path: `/sign-up?admin=${secret}` },
    { page: "Become the admin", state: "by a link that does not work", as: reporter, path: "/sign-up?admin=x", status: 422 },
    { page: "Console: notice", state: "none", as: admin, path: "/admin/notice" },
    {
      page: "Console: notice", state: "no text", as: admin, path: "/admin/notice", status: 422,
      act: sending("#new-notice", { text: " ", hours: "0", reason: "Why" }),
    },
    { page: "Console: branding", state: "none", as: admin, path: "/admin/branding" },
    {
      page: "Console: branding", state: "a preview", as: admin, path: "/admin/branding",
      act: previewing({ name: "Oak & Elm", accent: "#ffdd00" }),
    },
    {
      page: "Console: branding", state: "malformed", as: admin, path: "/admin/branding", status: 422,
      act: previewing({ name: " ", accent: "yellow", imprint: "//example.org", privacy: "http://example.org" }),
    },
    {
      page: "Console: branding", state: "no picture", as: admin, path: "/admin/branding", status: 422,
      act: sending("form#logo", {}),
    },
    { page: "Console: audit log", state: "some entries", as: admin, path: "/admin/audit" },
    { page: "App", state: "suspended", as: owner, path: `/portal/apps/${second.id}` },
    { page: "Webhook", state: "suspended", as: owner, path: `/portal/webhooks/${hook.id}` },
    { page: "Webhook", state: "of a suspended server", as: owner, path: stopped.path, status: 403 },
    { page: "Webhook", state: "of a suspended server, as a manager", as: helper, path: stopped.path, status: 403 },
    { page: "Portal", state: "webhooks of a suspended server", as: owner, path: "/portal" },
    { page: "Portal", state: "webhooks of a suspended server, as a manager", as: helper, path: "/portal" },
  ];
}
