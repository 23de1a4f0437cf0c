// New accounts: errors in sign-up and sign-in, empty pages, and account settings.

import { pressing, sending } from "../walk.mjs";

export async function accounts(cast) {
  const newcomer = await cast.join({ nickname: "newcomer", name: "Nele Newcomer" });
  const traveller = await cast.join({ nickname: "traveller", name: "Teresa Traveller" });
  await traveller.again();
  await traveller.again();
  const waiting = await cast.join({ nickname: "waiting", name: "Wanda Waiting" });
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT max(id) FROM sessions)");

  const faults = [
    {
      page: "Sign up", state: "every field wrong", path: "/sign-up", status: 422,
      act: sending('form[action="/sign-up"]', { nickname: "Ä", name: "\u202Eevil", password: "1234" }),
    },
    {
      page: "Sign up", state: "a nickname that is taken", path: "/sign-up", status: 422,
      act: sending('form[action="/sign-up"]', { nickname: "newcomer", name: "Someone", password: "a long enough one" }),
    },
    {
      page: "Sign in", state: "wrong password", path: "/sign-in", status: 422,
      act: sending('form[action="/sign-in"]', { login: "newcomer", password: "not this one" }),
    },
    {
      page: "Profile", state: "faults", as: newcomer, path: "/settings/profile", status: 422,
      act: sending('form[action="/settings/profile"]', { nickname: "mira", name: "" }),
    },
    {
      page: "Security", state: "wrong and weak password", as: newcomer, path: "/settings/security", status: 422,
      act: sending('form[action="/settings/password"]', { current: "wrong", password: "password" }),
    },
    {
      page: "Delete account", state: "faults", as: newcomer, path: "/settings/delete", status: 422,
      act: sending('form[action="/settings/delete"]', { confirm: "someone", password: "wrong" }),
    },
    {
      page: "Confirm it’s you", state: "wrong password", as: waiting, path: "/confirm?next=/settings/security", status: 422,
      act: sending('form[action="/confirm"]', { password: "wrong" }),
    },
    {
      page: "Your servers", state: "a server without a name", as: newcomer, path: "/servers", status: 422,
      act: sending('form[action="/servers"]', { name: " " }),
    },
  ];
  const empty = [
    { page: "Portal", state: "empty, no verified phone", as: newcomer, path: "/portal" },
    { page: "New app", state: "no verified phone", as: newcomer, path: "/portal/apps/new", status: 403 },
    { page: "New webhook", state: "no server to manage", as: newcomer, path: "/portal/webhooks/new" },
    { page: "Your servers", state: "none", as: newcomer, path: "/servers" },
    { page: "Inbox", state: "empty", as: newcomer, path: "/inbox" },
    { page: "Connected apps", state: "none", as: newcomer, path: "/settings/apps" },
    { page: "Profile", state: "new account", as: newcomer, path: "/settings/profile" },
    { page: "Security", state: "one browser", as: newcomer, path: "/settings/security" },
    { page: "Security", state: "three browsers", as: traveller, path: "/settings/security" },
    { page: "Security log", state: "new account", as: newcomer, path: "/settings/security/log" },
    { page: "Delete account", state: "owns nothing", as: newcomer, path: "/settings/delete" },
    { page: "Confirm it’s you", state: "signed in a while ago", as: waiting, path: "/confirm?next=/settings/security" },
    {
      page: "Confirm it’s you", state: "with what is done after it", as: waiting, path: "/settings/security/totp",
      act: pressing('form:has([value="begin"]) [type="submit"]'),
    },
    { page: "Confirm it’s you", state: "what can’t be kept", as: waiting, path: "/confirm?next=/settings/security&again=on" },
    { page: "Phone", state: "signed in a while ago", as: waiting, path: "/settings/phone" },
    {
      page: "Account menu", state: "open, no verified phone", as: newcomer, path: "/settings/profile",
      act: (page) => page.locator(".top .menu > summary").click(),
    },
  ];
  return [...faults, ...empty];
}
