// Shared by the tests of channels: the demo's channels, what posts into them by its webhook, and the messages of a page.

import assert from "node:assert/strict";

/** The demo's channels, and what posts into #builds. */
export function feedOf({ demo }) {
  const { channels, webhook } = demo;
  const path = (wanted) => `/channels/${channels.find(({ name }) => name === wanted).id}`;
  const url = webhook.runtime_url.replace("//localhost:", "//127.0.0.1:");
  const headers = { "Content-Type": "application/json" };
  /** Posts a message. Gives its ID. */
  async function post(content, others = {}) {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ content, ...others }) });
    assert.equal(answer.status, 200);
    return (await answer.json()).message.id;
  }
  /** Changes or deletes a message by its webhook's URL. */
  async function correct(method, id, payload) {
    const answer = await fetch(`${url}/messages/${id}`, { method, headers, body: payload && JSON.stringify(payload) });
    assert.equal(answer.status, method === "DELETE" ? 204 : 200);
  }
  return { general: path("general"), offTopic: path("off-topic"), builds: path("builds"), post, correct };
}

export const message = (page, id) => page.locator(`[data-message-id="${id}"]`);
export const ids = (page, selector) => page.locator(selector).evaluateAll((all) => all.map(({ dataset }) => dataset.messageId));
/** A page opens at its first unread message. How many there are depends on what the pages of earlier tests had time to read. */
export const toEnd = (page) => page.locator(".feed-frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));

/** Holds back the answers to the requests that `isHeld`, which were rendered by then; returns what waits for the first of them, and what releases them. */
export async function holding(page, isHeld) {
  let release;
  let held;
  const released = new Promise((resolve) => { release = resolve; });
  const rendered = new Promise((resolve) => { held = resolve; });
  await page.route((url) => url.pathname.startsWith("/channels/"), async (route) => {
    if (!isHeld(route.request())) return route.fallback();
    const response = await route.fetch();
    held();
    await released;
    await route.fulfill({ response });
  });
  return { rendered, release };
}
