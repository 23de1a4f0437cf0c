// Verifying a number and resetting a password with a code: every step, and every error.

import { sending } from "../walk.mjs";

const number = (end) => `+4915112345${end}`;

export async function phones(cast) {
  const join = (nickname, phone) => cast.join({ nickname, name: `Phone of ${nickname}`, phone });
  const code = 'form[action="/settings/phone/verify"]';
  const ask = 'form[action="/settings/phone"]:has([name="phone"])';

  const empty = await join("unverified");
  const stepping = await join("stepping");
  const guessing = await join("guessing");
  const nearlyOut = await join("nearly_out");
  await guess(nearlyOut, number(603), 4);
  const out = await join("out_of_tries");
  await guess(out, number(604), 5);
  const changing = await join("changing", number(605));
  await changing.post("/settings/phone", { phone: number(606) });
  const resetting = await cast.stranger();
  await resetting.post("/reset", { login: "changing" });
  const lost = await cast.stranger();
  await lost.post("/reset", { login: "nobody-at-all" });
  for (let turn = 0; turn < 5; turn += 1) {
    await lost.fail("/reset/code", { code: "00000000", password: "a new and longer one" });
  }
  const wrong = await cast.stranger();
  await wrong.post("/reset", { login: "stepping" });

  return [
    { page: "Phone", state: "no number", as: empty, path: "/settings/phone" },
    { page: "Phone", state: "on the way to a new app", as: empty, path: "/settings/phone?next=/portal/apps/new" },
    { page: "Phone", state: "no number at all", as: empty, path: "/settings/phone", status: 422, act: sending(ask, { phone: "12" }) },
    { page: "Phone", state: "code step", as: stepping, path: "/settings/phone", act: sending(ask, { phone: number(601) }) },
    {
      page: "Phone", state: "wrong code", as: guessing, path: "/settings/phone", status: 422,
      act: async (page) => {
        await sending(ask, { phone: number(602) })(page);
        await sending(code, { code: "000000" })(page);
      },
    },
    { page: "Phone", state: "one try left", as: nearlyOut, path: "/settings/phone" },
    { page: "Phone", state: "no tries left", as: out, path: "/settings/phone" },
    { page: "Phone", state: "another number on its way", as: changing, path: "/settings/phone" },
    {
      page: "Phone", state: "about to remove it", as: changing, path: "/settings/phone",
      act: (page) => page.locator("summary", { hasText: "Remove number" }).click(),
    },
    { page: "Forgotten password", state: "code step", as: resetting, path: "/reset/code" },
    {
      page: "Forgotten password", state: "wrong code and weak password", as: wrong, path: "/reset/code", status: 422,
      act: sending('form[action="/reset/code"]', { code: "12", password: "short" }),
    },
    { page: "Forgotten password", state: "no tries left", as: lost, path: "/reset/code" },
    { page: "Outbox", state: "texts that would have been sent", as: empty, path: "/dev/outbox" },
  ];
}

/** So many wrong codes. */
async function guess(person, phone, times) {
  await person.post("/settings/phone", { phone });
  for (let turn = 0; turn < times; turn += 1) {
    await person.fail("/settings/phone/verify", { code: "000000" });
  }
}
