// A user who sends forms without a browser: browser tests use it to create the states that pages then show.
// The states are in `states`.
//
//   const cast = new Cast(portico);
//   const maker = await cast.join({ nickname: "ada", phone: "+4915112345678" });
//   const channel = await maker.serverNamed("Locks");

import assert from "node:assert/strict";
import { request } from "playwright-core";

const PASSWORD = "a quiet morning by the sea";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** All users of one instance. */
export class Cast {
  #actors = [];

  constructor(portico) {
    this.portico = portico;
    this.base = portico.demo.base_url;
  }

  /** A browser without a session. */
  async stranger() {
    const extraHTTPHeaders = { Origin: this.base };
    const http = await request.newContext({ baseURL: this.base, extraHTTPHeaders, userAgent: BROWSER });
    const actor = new Actor(this, http);
    this.#actors.push(actor);
    return actor;
  }

  /** A user of the demo, signed in. */
  async play({ id, nickname, password }) {
    const actor = await this.stranger();
    await actor.post("/sign-in", { login: nickname, password });
    return Object.assign(actor, { id, nickname, password });
  }

  /** A user who signs up; with a `phone`, they verify it. */
  async join({ nickname, name = nickname, phone }) {
    const actor = await this.stranger();
    await actor.post("/sign-up", { nickname, name, password: PASSWORD });
    Object.assign(actor, { nickname, name, password: PASSWORD });
    if (phone) {
      await actor.verify(phone);
    }
    return actor;
  }

  /** The newest code that was sent to a number. */
  async code(number) {
    const asking = await this.stranger();
    const answer = await asking.http.get("/dev/outbox", { headers: { Accept: "application/json" } });
    const codes = (await answer.json()).filter(({ to }) => to === number).map(({ text }) => text.match(/\b\d{6}\b/)?.[0]);
    return codes.find(Boolean);
  }

  async close() {
    await Promise.all(this.#actors.map(({ http }) => http.dispose()));
  }
}

class Actor {
  constructor(cast, http) {
    this.cast = cast;
    this.http = http;
  }

  /** The page at a path, as text. */
  async read(path) {
    const answer = await this.http.get(path);
    assert.equal(answer.status(), 200, `GET ${path}`);
    return answer.text();
  }

  /** Where a path leads. */
  async follow(path) {
    const answer = await this.http.get(path, { maxRedirects: 0 });
    assert.equal(answer.status(), 303, `GET ${path}`);
    return answer.headers().location;
  }

  async #send(path, fields) {
    const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
    return this.http.post(path, {
      data: Buffer.from(new URLSearchParams(pairs).toString()),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      maxRedirects: 0,
    });
  }

  /** Sends a form, which has to succeed; returns the location. A field with several values is a list. */
  async post(path, fields = {}) {
    const answer = await this.#send(path, fields);
    assert.equal(answer.status(), 303, `POST ${path}: ${faultsOf(await answer.text())}`);
    return answer.headers().location;
  }

  /** Sends a form that must be refused. */
  async fail(path, fields = {}) {
    const answer = await this.#send(path, fields);
    assert.equal(answer.status(), 422, `POST ${path}`);
  }

  /** The cookies for a page of this user, without one-time notices. */
  async storage() {
    const { cookies } = await this.http.storageState();
    return { cookies: cookies.filter(({ name }) => !name.endsWith("portico-notice")), origins: [] };
  }

  /** The same person in another browser. */
  async again() {
    const other = await this.cast.stranger();
    await other.post("/sign-in", { login: this.nickname, password: this.password });
    return Object.assign(other, { id: this.id, nickname: this.nickname, password: this.password });
  }

  async verify(number) {
    await this.post("/settings/phone", { phone: number });
    await this.post("/settings/phone/verify", { code: await this.cast.code(number) });
    this.phone = number;
  }

  /** Creates a server; returns its ID and that of its first channel. */
  async server(name) {
    const id = last(await this.post("/servers", { name }));
    return { id, name, settings: `/servers/${id}/settings`, general: last(await this.follow(`/servers/${id}`)) };
  }

  /** Creates a channel; returns its ID. */
  async channel(server, name, topic = "") {
    await this.post(`${server.settings}/channels`, { name, topic });
    const ids = [...(await this.read(`${server.settings}/channels`)).matchAll(/id="channel-(\d+)"/g)];
    return Math.max(...ids.map(([, id]) => Number(id)));
  }

  /** Creates a role; returns its ID. */
  async role(server, name, permissions = [], mentionable = true) {
    return last(await this.post(`${server.settings}/roles`, { name, permissions, ...(mentionable && { mentionable: "on" }) }));
  }

  /** The ID of a role by the name that pages show. */
  async roleNamed(server, name) {
    return last((await this.read(`${server.settings}/roles`)).match(new RegExp(`/settings/roles/\\d+(?=">${name}<)`))[0]);
  }

  /** Lets users join, with these roles. */
  async invite(server, people, roles = []) {
    await this.post(`${server.settings}/invites`);
    const code = (await this.read(`${server.settings}/invites`)).match(/id="invite-url">[^<]*\/invites\/([^<]+)</)[1];
    for (const person of people) {
      await person.post(`/invites/${code}`);
      person.id ??= await this.memberId(server, person.nickname);
      if (roles.length > 0) {
        await this.post(`${server.settings}/members/${person.id}`, { roles });
      }
    }
    return code;
  }

  async memberId(server, nickname) {
    const found = await this.read(`${server.settings}/members?q=${encodeURIComponent(nickname)}`);
    return Number(found.match(/id="member-(\d+)"/)[1]);
  }

  /** What a channel allows and denies a role or a member ("role:5", "user:7"). */
  async overwrite(server, channel, target, { allow = [], deny = [] }) {
    await this.post(`${server.settings}/channels/${channel}/overwrites`, { target, allow, deny });
  }

  async say(channel, content) {
    await this.post(`/channels/${channel}/messages`, { content });
  }

  /** The ids of the messages on the newest page of a channel. */
  async messages(channel) {
    return [...(await this.read(`/channels/${channel}`)).matchAll(/data-message-id="(\d+)"/g)].map(([, id]) => id);
  }

  /** Creates a webhook; returns its ID, its page and its URL. */
  async webhook(channel, name) {
    const path = new URL(await this.post("/portal/webhooks", { channel_id: channel, name }), this.cast.base).pathname;
    return { id: last(path), path, url: textOf(await this.read(`${path}?reveal`), "runtime-url") };
  }

  /** Creates an app; returns its ID, its page and its secret. */
  async app(name, others = {}) {
    const redirect = others.redirect_uris ?? "https://example.org/callback";
    const path = new URL(await this.post("/portal/apps", { name, redirect_uris: redirect, ...others }), this.cast.base).pathname;
    // A public app has none.
    const secret = others.public ? undefined : textOf(await this.read(path), "client-secret");
    return { id: last(path), path, secret, redirect: redirect.split("\n")[0] };
  }

  /** Asks as a device of an app; returns the code to type. */
  async userCode(app) {
    const answer = await this.#send("/oauth/device", { client_id: app.id, client_secret: app.secret });
    assert.equal(answer.status(), 200, await answer.text());
    return (await answer.json()).user_code;
  }

  /** Approves an app; returns the code. */
  async approve(app) {
    const page = await this.read(authorizePath(app));
    const hidden = (name) => decoded(page.match(new RegExp(`name="${name}" value="([^"]*)"`))[1]);
    const fields = { request: hidden("request"), token: hidden("token"), decision: "approve" };
    return new URL(await this.post("/oauth/authorize", fields)).searchParams.get("code");
  }
}

/** Exchanges a code; also returns refusals. */
export async function exchange(cast, app, code, others = {}) {
  const body = { client_id: app.id, client_secret: app.secret, code, redirect_uri: app.redirect, ...others };
  const answer = await fetch(near(`${cast.base}/oauth/token`), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/** Posts to a webhook URL; a string is sent as it is. */
export async function send(url, payload, headers = {}, method = "POST") {
  const answer = await fetch(near(url), {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** The authorize URL of an app. */
export function authorizePath(app, others = {}) {
  return `/oauth/authorize?${new URLSearchParams({ client_id: app.id, redirect_uri: app.redirect, state: "a-state", ...others })}`;
}

// Not every version of Node tries both addresses of `localhost`.
const near = (url) => url.replace("//localhost:", "//127.0.0.1:");

const last = (path) => Number(path.match(/(\d+)$/)[1]);

const textOf = (html, id) => decoded(html.match(new RegExp(`id="${id}">([^<]*)<`))[1]);

const decoded = (html) =>
  html.replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const faultsOf = (html) => [...html.matchAll(/data-fault="[^"]*"[^>]*>(.*?)<\/p>/gs)].map(([, words]) => words).join();
