// Dialogs and notices of the account settings that no other file covers.

import { codeOf } from "../totp.mjs";
import { pressing, sending } from "../walk.mjs";

export async function settings(cast) {
  const person = await cast.join({ nickname: "settled", name: "Sara Settled" });
  await person.again();
  const maker = await cast.join({ nickname: "revoked", name: "Rita Revoked", phone: "+4915112345703" });
  const app = await maker.app("Sea charts");
  await maker.approve(app);
  const setting = await cast.join({ nickname: "scanning", name: "Selma Scanning" });
  await setting.post("/settings/security/totp", { act: "begin" });
  const protectedOne = await cast.join({ nickname: "protected", name: "Petra Protected", phone: "+4915112345798" });
  await protectedOne.post("/settings/security/totp", { act: "begin" });
  const page = await protectedOne.read("/settings/security/totp?reveal");
  const key = page.match(/id="totp-key">([A-Z2-7 ]+)</)[1].replaceAll(" ", "");
  await protectedOne.post("/settings/security/totp", { act: "confirm", code: codeOf(key) });
  const [, codes] = (await protectedOne.read("/settings/security/recovery-codes")).match(/id="recovery-codes">([^<]+)</);
  const waiting = await cast.stranger();
  await waiting.post("/sign-in", { login: "protected", password: protectedOne.password });
  const trusting = await cast.stranger();
  await trusting.post("/sign-in", { login: "protected", password: protectedOne.password });
  await trusting.post("/sign-in/second", { code: codes.trim().split(/\s+/)[0], trust: "on" });
  // As if it was just now, for as long as the walk takes.
  await cast.portico.meddle("UPDATE sessions SET second_at = second_at + 3600000 WHERE second_at IS NOT NULL");
  await cast.portico.meddle("UPDATE sign_in_tickets SET expires_at = expires_at + 3600000");
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at + 3600000 WHERE user_id = (SELECT id FROM users WHERE nickname = 'scanning')");
  const second = [
    { page: "Authenticator app", state: "none", as: person, path: "/settings/security/totp" },
    { page: "Authenticator app", state: "the key is hidden", as: setting, path: "/settings/security/totp" },
    { page: "Authenticator app", state: "QR code", as: setting, path: "/settings/security/totp?reveal" },
    {
      page: "Authenticator app", state: "wrong code", as: setting, path: "/settings/security/totp?reveal", status: 422,
      act: sending('form:has([value="confirm"])', { code: "000" }),
    },
    { page: "Authenticator app", state: "set up", as: protectedOne, path: "/settings/security/totp" },
    { page: "Security", state: "second step and a trusted browser", as: trusting, path: "/settings/security" },
    { page: "Recovery codes", state: "how many are left", as: protectedOne, path: "/settings/security/recovery-codes" },
    {
      page: "Recovery codes", state: "new ones", as: protectedOne, path: "/settings/security/recovery-codes",
      act: pressing('form[action="/settings/security/recovery-codes"] button'),
    },
    { page: "Enter your code", state: "sign-in", as: waiting, path: "/sign-in/second?next=/inbox" },
    {
      page: "Enter your code", state: "wrong code", as: waiting, path: "/sign-in/second", status: 422,
      act: sending('form[action="/sign-in/second"]', { code: "x" }),
    },
    { page: "Enter your code", state: "again", as: protectedOne, path: "/sign-in/second?next=/settings/phone" },
  ];
  return [
    ...second,
    {
      page: "Security", state: "the others were signed out", as: person, path: "/settings/security",
      act: pressing('form[action="/settings/sessions/end"] button'),
    },
    {
      page: "Profile", state: "saved", as: person, path: "/settings/profile",
      act: pressing('form[action="/settings/profile"] button[type="submit"]'),
    },
    {
      page: "Connected apps", state: "the last one was revoked", as: maker, path: "/settings/apps",
      act: pressing('form[action$="/revoke"] button'),
    },
  ];
}
