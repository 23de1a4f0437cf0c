// Cards of messages: few parts, all parts, pictures on click, the longest, ten of them, and hostile ones; and the inbox, which shows them as text.

import { send } from "../actor.mjs";

const TURNED = "\u202E\u202Dgnp.exe \u2066\u05D0\u05D1\u05D2";

export async function cards(cast) {
  const owner = await cast.join({ nickname: "operator", name: "Odile Operator" });
  const server = await owner.server("Control room");
  const at = (path) => `${cast.portico.demo.base_url}/avatars/${path}`;
  const states = [];

  const sparse = await owner.channel(server, "sparse");
  await post(owner, sparse, [
    { content: "Deployed.", cards: [{ title: "Release 2.4" }] },
    { cards: [{ text: "Only text, *without* a title." }, { color: "#b3261e", text: "And one with a colour." }] },
    { cards: [{ fields: [{ name: "Free", value: "3 %", inline: true }, { name: "Used", value: "97 %", inline: true }] }] },
    { cards: [{ footer: { text: "only a footer" } }, { time: "2026-01-01T10:00:00Z" }, { url: "https://status.example/incidents/7" }] },
  ]);
  states.push({ page: "Cards", state: "few parts", as: owner, path: `/channels/${sparse}` });

  const full = await owner.channel(server, "full");
  const field = (name, value, inline = true) => ({ name, value, inline });
  await post(owner, full, [{
    content: `@operator have a look, **db-1** is nearly full.`,
    allowedMentions: { parse: ["users"] },
    cards: [{
      title: "Disk of db-1 is 97 % full",
      url: "https://alerts.example/7",
      color: "#e5a50a",
      text: "The disk is full in about **two hours**.\n- see [the graph](https://graphs.example/db-1)\n- `du -sh /var/log`\n> Last time it was the log.",
      author: { name: "Watch", url: "https://watch.example/", iconUrl: at("user/1") },
      fields: [field("Host", "db-1"), field("Free", "3 %"), field("Since", "10:42"), field("Region", "`eu-north`"), field("What to do", "1. remove old logs\n2. grow the disk", false)],
      thumbnailUrl: at("webhook/2"),
      imageUrl: at("app/3"),
      footer: { text: "Every minute", iconUrl: at("user/4") },
      time: "2026-01-01T10:42:00Z",
    }],
  }]);
  states.push({ page: "Cards", state: "all parts", as: owner, path: `/channels/${full}`, height: 1000 });

  const quiet = await owner.server("Quiet room");
  await owner.post(quiet.settings, { name: "Quiet room", pictures_on_click: "on" });
  await post(owner, quiet.general, [
    { content: "Load them on click:", avatarUrl: "https://faces.example/a.png", cards: [{
      title: "Disk of db-1 is 97 % full",
      author: { name: "Watch", iconUrl: at("user/1") },
      thumbnailUrl: at("webhook/2"),
      imageUrl: `https://${"long-".repeat(11)}name.${"of-a-host.".repeat(5)}example/graph.png`,
      footer: { text: "Every minute", iconUrl: at("user/4") },
    }] },
    { cards: [{ imageUrl: "https://graphs.example/only.png" }] },
  ]);
  states.push({ page: "Cards", state: "pictures on click", as: owner, path: `/channels/${quiet.general}` });
  states.push({ page: "Server overview", state: "pictures on click", as: owner, path: quiet.settings });

  const longest = await owner.channel(server, "longest");
  const words = (count) => "harbour ".repeat(count).trim();
  await post(owner, longest, [
    { cards: [{ title: words(32), text: words(500), author: { name: words(30) } }] },
    { cards: [{ title: "Twenty-five fields", fields: Array.from({ length: 25 }, (_, n) => field(`Field ${n + 1}`, words(n % 7 + 1), n % 5 !== 4)), footer: { text: words(200) } }] },
  ]);
  states.push({ page: "Cards", state: "the longest", as: owner, path: `/channels/${longest}`, height: 3000 });

  const ten = await owner.channel(server, "ten");
  const colors = ["#000000", "#ffffff", "#b3261e", "#e5a50a", "#17693a", "#28587f", "#5d4a20", "#7fdcc4", "#12201b", "#f4f6f5"];
  await post(owner, ten, [{ content: "Ten alerts:", cards: colors.map((color, n) => ({ color, title: `Alert ${n + 1}`, text: `its edge is ${color}` })) }]);
  states.push({ page: "Cards", state: "ten cards", as: owner, path: `/channels/${ten}`, height: 1500 });

  const hostile = await owner.channel(server, "hostile");
  const markup = "<script>alert(1)</script> <b>& \"quotes\"";
  await post(owner, hostile, [
    { cards: [{ title: TURNED, url: "https://turned.example/", text: TURNED, author: { name: TURNED }, fields: [field(TURNED, TURNED), field("plain", "after it")], footer: { text: TURNED }, time: "2026-01-01T10:00:00Z" }] },
    { cards: [{ title: markup, text: markup, author: { name: markup }, fields: [field(markup, markup), field("blank", "\u200b"), field("\u200b", "nameless")], footer: { text: markup } }] },
    { cards: [{ title: "w".repeat(256), url: `https://${"w".repeat(60)}.example/`, text: "w".repeat(4096), thumbnailUrl: at("user/5") }] },
    { cards: [{ author: { name: "w".repeat(256) }, fields: [field("w".repeat(256), "w".repeat(800)), field("x".repeat(60), "y".repeat(300)), field("z", "z")], footer: { text: "w".repeat(400) } }] },
    { cards: [{ title: "https://bank.example/", url: "https://evil.example/", text: "[bank](https://evil.example/) @all @operator" }] },
  ]);
  states.push({ page: "Cards", state: "hostile content", as: owner, path: `/channels/${hostile}`, height: 4500 });
  states.push({ page: "Inbox", state: "a message with a card", as: owner, path: "/inbox" });
  return states;
}

async function post(owner, channel, payloads) {
  const hook = await owner.webhook(channel, "Watch");
  for (const payload of payloads) {
    const { status } = await send(hook.url, payload);
    if (status !== 200) throw new Error(`a message with cards was answered with ${status}`);
  }
}
