// Server settings beyond the demo's: of new servers, for people with some permissions, and with form errors.

import { sending } from "../walk.mjs";

export async function servers(cast) {
  const founder = await cast.join({ nickname: "ursula", name: "Ursula Founder" });
  const [porter, clerk, guard, plain] = await Promise.all([
    cast.join({ nickname: "porter", name: "Porter of channels" }),
    cast.join({ nickname: "clerk", name: "Clerk of roles" }),
    cast.join({ nickname: "guard", name: "Guard of the server" }),
    cast.join({ nickname: "plain", name: "Plain Member" }),
  ]);
  const alone = await founder.server("Only me");
  const server = await founder.server("Old Customs House");
  const side = await founder.channel(server, "side-entrance", "For deliveries");
  const hold = (name, permission) => founder.role(server, name, [permission]);
  await founder.invite(server, [porter], [await hold("Porters", "manage_channels")]);
  await founder.invite(server, [clerk], [await hold("Clerks", "manage_roles")]);
  await founder.invite(server, [guard], [await hold("Guards", "manage_server")]);
  const code = await founder.invite(server, [plain]);
  await founder.overwrite(server, side, `user:${plain.id}`, { allow: ["mention_all"], deny: ["send_messages"] });
  const [spammer, flooder] = await Promise.all([
    cast.join({ nickname: "spammer", name: "Sven Spammer" }),
    cast.join({ nickname: "flooder", name: "Flora Flooder" }),
  ]);
  await founder.invite(server, [spammer, flooder]);
  await spammer.say(server.general, "Buy my boats");
  await founder.post(`${server.settings}/members/${spammer.id}/ban`, { reason: "Sells boats to everyone who joins" });
  await founder.post(`${server.settings}/members/${flooder.id}/timeout`, { hours: 24 });
  await founder.post(`${server.settings}/invites`, { expires_hours: 168, uses: 25 });
  const roles = {};
  for (const name of ["Porters", "Clerks", "Guards"]) {
    roles[name] = `${server.settings}/roles/${await founder.roleNamed(server, name)}`;
  }
  const given = await founder.server("Lighthouse");
  const heir = await cast.join({ nickname: "lighthouse-heir", name: "Hedda Heir" });
  await founder.invite(given, [heir]);
  await founder.post(`${given.settings}/owner`, { user_id: heir.id });
  const stale = await founder.again();
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT max(id) FROM sessions)");

  const newcomer = await cast.join({ nickname: "invited", name: "Ines Invited" });
  const at = (path) => `${server.settings}${path}`;
  const parts = [
    ["overview", "", porter], ["channels", "/channels", porter], ["roles", "/roles", porter], ["members", "/members", porter],
    ["invites", "/invites", porter], ["channel", `/channels/${side}`, porter],
    ["channels", "/channels", clerk], ["roles", "/roles", clerk], ["member", `/members/${plain.id}`, clerk], ["channel", `/channels/${side}`, clerk],
    ["overview", "", guard], ["invites", "/invites", guard], ["member", `/members/${plain.id}`, guard], ["audit log", "/audit", guard],
  ];
  const partly = parts.map(([page, path, as]) => ({ page: `Server ${page}`, state: `as ${as.name.toLowerCase()}`, as, path: at(path) }));
  return [
    { page: "Server overview", state: "just made, one member", as: founder, path: alone.settings },
    { page: "Server overview", state: "offered to a member", as: founder, path: given.settings },
    { page: "Offers", state: "a server", as: heir, path: "/settings/transfers" },
    { page: "Server channels", state: "just made", as: founder, path: `${alone.settings}/channels` },
    { page: "Server roles", state: "just made", as: founder, path: `${alone.settings}/roles` },
    { page: "Server members", state: "just made", as: founder, path: `${alone.settings}/members` },
    { page: "Server member", state: "the owner, and no roles to give", as: founder, path: `${alone.settings}/members/${await founder.memberId(alone, "ursula")}` },
    { page: "Server invites", state: "none", as: founder, path: `${alone.settings}/invites` },
    { page: "Server bans", state: "none", as: founder, path: `${alone.settings}/bans` },
    { page: "Server bans", state: "one", as: founder, path: at("/bans") },
    { page: "Server roles", state: "several, in an order", as: founder, path: at("/roles") },
    { page: "Server members", state: "one timed out", as: founder, path: at("/members") },
    { page: "Server member", state: "timed out", as: founder, path: at(`/members/${flooder.id}`) },
    { page: "Server member", state: "banned", as: founder, path: at(`/members/${spammer.id}`) },
    {
      page: "Server member", state: "about to be banned", as: founder, path: at(`/members/${flooder.id}`),
      act: (page) => page.locator('summary:text-is("Ban")').click(),
    },
    { page: "Channel", state: "timed out", as: flooder, path: `/channels/${server.general}` },
    { page: "Invite", state: "banned", as: spammer, path: `/invites/${code}`, status: 403 },
    { page: "Server audit log", state: "nothing yet", as: founder, path: `${alone.settings}/audit` },
    { page: "Server invites", state: "several", as: founder, path: at("/invites") },
    { page: "Server overview", state: "signed in a while ago", as: stale, path: at("") },
    { page: "Server role", state: "signed in a while ago", as: stale, path: roles.Clerks },
    ...partly,
    { page: "Server role", state: "as clerk of roles, who holds it", as: clerk, path: roles.Clerks },
    { page: "Server role", state: "as porter of channels", as: porter, path: roles.Guards },
    { page: "Server overview", state: "as a plain member", as: plain, path: at(""), status: 403 },
    { page: "Server audit log", state: "as porter of channels", as: porter, path: at("/audit"), status: 403 },
    { page: "Server overview", state: "without a name", as: founder, path: at(""), status: 422, act: sending(`form[action="${at("")}"]`, { name: "" }) },
    { page: "Server overview", state: "deleted by a wrong name", as: founder, path: at(""), status: 422, act: sending('form[action$="/delete"]', { confirm: "New Customs House" }) },
    { page: "Server overview", state: "handed over to nobody", as: founder, path: at(""), status: 422, act: sending('form[action$="/owner"]', { user_id: "" }) },
    { page: "Server channels", state: "several, in an order", as: founder, path: at("/channels") },
    { page: "Servers", state: "several, in an order", as: founder, path: "/servers" },
    { page: "Server channels", state: "a name that can’t be", as: founder, path: at("/channels"), status: 422, act: sending(`form[action="${at("/channels")}"]`, { name: "!!", topic: "x".repeat(201) }) },
    { page: "Server channel", state: "without a name", as: founder, path: at(`/channels/${side}`), status: 422, act: sending(`form[action="${at(`/channels/${side}`)}"]`, { name: "" }) },
    {
      page: "Server channel", state: "with unsaved permissions", as: founder, path: at(`/channels/${side}`),
      act: async (page) => {
        for (const row of await page.locator("[data-grid-row]").all()) await row.locator(".segment-deny").first().click();
      },
    },
    {
      page: "Server channel", state: "nobody chosen", as: founder, path: at(`/channels/${side}`), status: 422,
      act: sending("form[data-grid]", { "new/view_channel": "deny" }),
    },
    {
      page: "Server channel", state: "about to be deleted", as: founder, path: at(`/channels/${side}`),
      act: (page) => page.locator("summary", { hasText: "Delete channel" }).click(),
    },
    { page: "Server roles", state: "a name that is kept", as: founder, path: at("/roles"), status: 422, act: sending(`form[action="${at("/roles")}"]`, { name: "all", permissions: ["mention_all"] }) },
    { page: "Server role", state: "without a name", as: founder, path: roles.Porters, status: 422, act: sending(`form[action="${roles.Porters}"]`, { name: "" }) },
    { page: "Invite", state: "to a new user", as: newcomer, path: `/invites/${code}` },
    { page: "Invite", state: "to a member", as: plain, path: `/invites/${code}` },
    { page: "Invite", state: "signed out", path: `/invites/${code}` },
    { page: "Sign up", state: "from an invite", path: `/sign-up?next=${encodeURIComponent(`/invites/${code}`)}` },
    { page: "Invite", state: "deleted, signed out", path: await deleted(founder, server, code), status: 404 },
    { page: "Invite", state: "deleted", as: newcomer, path: await deleted(founder, server, code), status: 404 },
  ];
}

/** Another invite, which is no more. */
async function deleted(founder, server, kept) {
  const code = await founder.invite(server, []);
  if (code === kept) throw new Error("no new invite was made");
  await founder.post(`${server.settings}/invites/${code}/delete`);
  return `/invites/${code}`;
}
