// The demo's community, for its owner and its members: everything exists and is in use.

export async function demo(cast) {
  const { people, server, channels, webhook, oauth_app: app } = cast.portico.demo;
  const settings = `/servers/${server.id}/settings`;
  const channel = (name) => channels.find((one) => one.name === name).id;
  const owner = await cast.play(people[0]);
  const member = await cast.play(people[1]);
  const steward = await cast.play(people.find(({ nickname }) => nickname === "lena.k"));
  const hook = `/portal/webhooks/${webhook.app_id}`;
  const role = async (name) => `${settings}/roles/${await owner.roleNamed({ settings }, name)}`;
  const [stewards, all] = [await role("Stewards"), await role("Everyone")];
  const one = `${settings}/members/${member.id}`;
  const builds = `/channels/${channel("builds")}`;

  return [
    { page: "Portal", state: "in use", as: owner, path: "/portal" },
    { page: "New app", state: "empty", as: owner, path: "/portal/apps/new" },
    { page: "App", state: "in use", as: owner, path: `/portal/apps/${app.client_id}` },
    { page: "App playground", state: "at first", as: owner, path: `/portal/apps/${app.client_id}/playground` },
    { page: "New webhook", state: "empty", as: owner, path: "/portal/webhooks/new" },
    { page: "New webhook", state: "from a channel", as: owner, path: `/portal/webhooks/new?channel=${channel("builds")}` },
    { page: "Webhook", state: "in use", as: owner, path: hook },
    { page: "Webhook playground", state: "at first", as: owner, path: `${hook}/playground` },
    { page: "Deliveries", state: "all accepted", as: owner, path: `${hook}/deliveries` },
    { page: "Channel", state: "as people and webhooks fill it", as: owner, path: builds, height: 720, shown: "picture" },
    { page: "Channel", state: "mentions that stayed silent", as: member, path: `/channels/${channel("general")}` },
    { page: "Channel", state: "where one may not write", as: member, path: `/channels/${channel("announcements")}` },
    {
      page: "Channel", state: "list of places open", as: steward, path: `/channels/${channel("council")}`,
      act: async (page) => {
        const fold = page.locator(".chat-switch > summary");
        if (await fold.isVisible()) await fold.click();
      },
    },
    { page: "Inbox", state: "in use", as: owner, path: "/inbox" },
    { page: "Your servers", state: "owner of one, member of another", as: owner, path: "/servers" },
    { page: "Profile", state: "in use", as: owner, path: "/settings/profile" },
    { page: "Phone", state: "verified", as: owner, path: "/settings/phone" },
    { page: "Security log", state: "in use", as: owner, path: "/settings/security/log" },
    { page: "Delete account", state: "owns a server", as: owner, path: "/settings/delete" },
    { page: "Server overview", state: "as its owner", as: owner, path: settings },
    { page: "Server channels", state: "as its owner", as: owner, path: `${settings}/channels` },
    { page: "Server channel", state: "as its owner", as: owner, path: `${settings}/channels/${channel("announcements")}` },
    { page: "Server roles", state: "as its owner", as: owner, path: `${settings}/roles` },
    { page: "Server role", state: "as its owner", as: owner, path: stewards },
    { page: "Server role", state: "of everybody", as: owner, path: all },
    { page: "Server members", state: "as its owner", as: owner, path: `${settings}/members` },
    { page: "Server members", state: "nobody found", as: owner, path: `${settings}/members?q=zzz` },
    { page: "Server member", state: "as its owner", as: owner, path: one },
    { page: "Server audit log", state: "in use", as: owner, path: `${settings}/audit` },
    { page: "Server audit log", state: "nothing like this", as: owner, path: `${settings}/audit?action=member_removed` },
    { page: "Server role", state: "as a user who does not hold as much", as: steward, path: all },
    { page: "Server channel", state: "as a user who manages channels", as: steward, path: `${settings}/channels/${channel("announcements")}` },
    { page: "Integrator’s guide", state: "signed in", as: owner, path: "/docs" },
    { page: "Integrator’s guide", state: "webhooks, with one’s own", as: owner, path: "/docs/webhooks" },
  ];
}
