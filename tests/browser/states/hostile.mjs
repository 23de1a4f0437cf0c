// Names and texts that could break a page: markup, one endless word, letters with many marks, right-to-left text, emoji. They
// appear everywhere where a page shows what someone else wrote.

import { authorizePath, exchange, send } from "../actor.mjs";

const MARKUP = '<script>alert("x")</script> & \'quotes\' </title><b>';
const ENDLESS = "W".repeat(64);
const HEAPED = "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349\u035A\u032F\u031E\u0320\u034DA\u0334\u0335\u031C\u0330\u0354L\u0321\u030A\u0360G\u0335\u0336O\u0322\u0489";
// The largest number of marks on a letter of a name.
const HEAPED_NAME = "Z\u0351\u036B\u0343\u036AA\u0334\u0335\u031C\u0330L\u0321\u030A\u0360G\u0335\u0336O\u0322\u0489";
const TURNED = "\u202E\u202Dgnp.exe \u2066\u05D0\u05D1\u05D2\u0627\u0644\u0639\u0631\u0628\u064A\u0629";
const RIGHT_TO_LEFT = "\u0645\u064A\u0631\u0627 \u0644\u064A\u0646\u062F\u0643\u0641\u064A\u0633\u062A";
const PICTURES = "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}\u{1F44D}\u{1F3FD}\u{1F3F3}\uFE0F\u200D\u{1F308}".repeat(4);

export async function hostile(cast) {
  const owner = await cast.join({ nickname: "w".repeat(32), name: ENDLESS, phone: "+4915112345704" });
  const others = [];
  for (const [nickname, name] of [["marked_up", MARKUP], ["heaped", HEAPED_NAME], ["rtl", RIGHT_TO_LEFT], ["pictures", PICTURES]]) {
    others.push(await cast.join({ nickname, name }));
  }
  const server = await owner.server(MARKUP);
  const endless = await owner.server(ENDLESS);
  const role = await owner.role(server, "W".repeat(32), ["manage_channels", "manage_roles", "mention_all", "manage_server"]);
  const code = await owner.invite(server, others, [role]);
  const channel = await owner.channel(server, "w".repeat(40), `${MARKUP} ${"w".repeat(100)}`);
  await owner.channel(server, "\u0645\u0631\u062D\u0628\u0627");
  await owner.overwrite(server, channel, `role:${role}`, { allow: ["mention_all"] });
  for (const person of others) {
    await owner.overwrite(server, channel, `user:${person.id}`, { allow: ["send_messages"] });
  }

  const hook = await owner.webhook(channel, ENDLESS);
  const texts = [
    MARKUP, "W".repeat(300), HEAPED.repeat(3), TURNED, RIGHT_TO_LEFT.repeat(8), PICTURES.repeat(3),
    `https://example.org/${"a".repeat(300)}`, `[${"w".repeat(200)}](https://${"w".repeat(60)}.example.org/)`,
    `\`${"w".repeat(300)}\` **${"w".repeat(300)}**`, `> ${"w".repeat(300)}`, `- ${"w".repeat(300)}\n  - ${"w".repeat(300)}`,
    `\`\`\`\n${"w".repeat(300)}\n\`\`\``, `@${"W".repeat(32)} @${"w".repeat(32)} @all`, "\n\n\nafter three empty lines", "&lt;b&gt; &amp;amp;",
  ];
  const everything = { allowedMentions: { parse: ["all", "roles", "users"] } };
  const names = [MARKUP, ENDLESS, HEAPED_NAME, RIGHT_TO_LEFT, PICTURES];
  for (let turn = 0; turn < 60; turn += 1) {
    const content = texts[turn % texts.length];
    const from = turn % 7;
    if (from < others.length) await others[from].say(channel, content);
    else await send(hook.url, { content, name: names[turn % names.length], ...everything });
  }
  await send(hook.url, { content: "", name: TURNED, avatarUrl: MARKUP, allowedMentions: { parse: [MARKUP] } });
  const app = await owner.app(ENDLESS, { redirect_uris: `https://example.org/${"w".repeat(400)}\nhttps://example.org/?a=%22%3E%3Cscript%3E` });
  await exchange(cast, app, await others[0].approve(app));

  const as = owner;
  const state = "hostile content";
  const log = await owner.read(`${hook.path}/deliveries`);
  const [, refused] = log.match(/data-delivery-id="(\d+)"/);
  const [, fired] = log.match(/data-delivery-id="(\d+)">(?:(?!<\/tr>).)*?[1-9] fired/s);
  const at = (path) => `${server.settings}${path}`;
  return [
    { page: "Channel", state, as: others[0], path: `/channels/${channel}` },
    { page: "Channel", state: `${state}, older`, as, path: `/channels/${channel}?before=${(await owner.messages(channel))[20]}` },
    {
      page: "Channel", state: `${state}, list of places open`, as, path: `/channels/${server.general}`,
      act: async (page) => {
        const fold = page.locator(".chat-switch > summary");
        if (await fold.isVisible()) await fold.click();
      },
    },
    { page: "Account menu", state, as, path: "/inbox?before=1", act: (page) => page.locator(".top .menu > summary").click() },
    { page: "Inbox", state, as, path: "/inbox" },
    { page: "Portal", state, as, path: "/portal" },
    { page: "Webhook", state, as, path: hook.path },
    { page: "Webhook playground", state, as, path: `${hook.path}/playground` },
    { page: "Deliveries", state, as, path: `${hook.path}/deliveries` },
    { page: "Delivery", state: `${state}, refused`, as, path: `${hook.path}/deliveries/${refused}` },
    { page: "Delivery", state: `${state}, fired`, as, path: `${hook.path}/deliveries/${fired}` },
    { page: "New webhook", state, as, path: "/portal/webhooks/new" },
    { page: "App", state, as, path: app.path },
    { page: "App playground", state, as, path: `${app.path}/playground` },
    { page: "App audit log", state, as, path: `${app.path}/audit` },
    { page: "Consent", state: "hostile account and app", as, path: authorizePath(app) },
    { page: "Connected apps", state, as: others[0], path: "/settings/apps" },
    { page: "Profile", state, as, path: "/settings/profile" },
    { page: "Delete account", state, as, path: "/settings/delete" },
    { page: "Your servers", state, as, path: "/servers" },
    { page: "Server overview", state, as, path: at("") },
    { page: "Server overview", state: `${state}, an endless name`, as, path: endless.settings },
    { page: "Server channels", state, as, path: at("/channels") },
    { page: "Server channel", state, as, path: at(`/channels/${channel}`) },
    { page: "Server roles", state, as, path: at("/roles") },
    { page: "Server role", state, as, path: at(`/roles/${role}`) },
    { page: "Server members", state, as, path: at("/members") },
    { page: "Server member", state, as, path: at(`/members/${others[1].id}`) },
    { page: "Server invites", state, as, path: at("/invites") },
    { page: "Server audit log", state, as, path: at("/audit") },
    { page: "Invite", state, as: others[0], path: `/invites/${code}` },
  ];
}
