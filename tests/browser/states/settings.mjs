// Dialogs and notices of the account settings that no other file covers.

import { Passkey } from "../authenticator.mjs";
import { codeOf } from "../totp.mjs";
import { pressing, sending } from "../walk.mjs";

const TOTP = "/settings/security/totp";

/** Sets an authenticator app up. */
async function setUp(actor) {
  await actor.post(TOTP, { act: "begin" });
  const page = await actor.read(`${TOTP}?reveal`);
  const key = page.match(/id="totp-key">([A-Z2-7 ]+)</)[1].replaceAll(" ", "");
  await actor.post(TOTP, { act: "confirm", code: codeOf(key) });
}

/** Where the browser of one of them gets its push messages. Nothing listens there. */
export const PUSH_SERVICE = "http://127.0.0.1:9";

export async function settings(cast) {
  const person = await cast.join({ nickname: "settled", name: "Sara Settled" });
  await person.again();
  const maker = await cast.join({ nickname: "revoked", name: "Rita Revoked", phone: "+4915112345703" });
  const app = await maker.app("Sea charts");
  await maker.approve(app);
  const setting = await cast.join({ nickname: "scanning", name: "Selma Scanning" });
  await setting.post(TOTP, { act: "begin" });
  const protectedOne = await cast.join({ nickname: "protected", name: "Petra Protected", phone: "+4915112345798" });
  await setUp(protectedOne);
  const [, codes] = (await protectedOne.read("/settings/security/recovery-codes")).match(/id="recovery-codes">([^<]+)</);
  const waiting = await cast.stranger();
  await waiting.post("/sign-in", { login: "protected", password: protectedOne.password });
  const trusting = await cast.stranger();
  await trusting.post("/sign-in", { login: "protected", password: protectedOne.password });
  await trusting.post("/sign-in/second", { code: codes.trim().split(/\s+/)[0], trust: "on" });
  const keyed = await cast.join({ nickname: "keyed", name: "Kira Keyed", phone: "+4915112345797" });
  const passkeys = "/settings/security/passkeys";
  const laptop = new Passkey(cast.base);
  for (const [name, passkey] of [["Blue laptop", laptop], ["Phone", new Passkey(cast.base)]]) {
    await keyed.post(passkeys, passkey.made(await keyed.read(passkeys), name));
  }
  const used = await keyed.again();
  await used.post("/sign-in/second", laptop.answer(await used.read("/sign-in/second")));
  const holding = await cast.stranger();
  await holding.post("/sign-in", { login: "keyed", password: keyed.password });
  const doubled = await cast.join({ nickname: "doubled", name: "Dora Doubled" });
  await setUp(doubled);
  await doubled.post(passkeys, new Passkey(cast.base).made(await doubled.read(passkeys), "Key"));
  const both = await cast.stranger();
  await both.post("/sign-in", { login: "doubled", password: doubled.password });
  const requiring = await keyed.server("Strict Works");
  const managing = await cast.join({ nickname: "managing", name: "Max Managing" });
  await keyed.invite(requiring, [managing], [await keyed.role(requiring, "Managers", ["manage_server"])]);
  await keyed.post(requiring.settings, { name: requiring.name, requires_second_step: "on" });
  const own = await managing.server("Own Works");
  // As if it was just now, for as long as the walk takes.
  await cast.portico.meddle("UPDATE sessions SET second_at = second_at + 3600000 WHERE second_at IS NOT NULL");
  await cast.portico.meddle("UPDATE sign_in_tickets SET expires_at = expires_at + 3600000");
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at + 3600000 WHERE user_id = (SELECT id FROM users WHERE nickname IN ('scanning', 'keyed', 'settled'))");
  const late = await person.again();
  await cast.portico.meddle("UPDATE sessions SET authenticated_at = authenticated_at - 3600000 WHERE id = (SELECT MAX(id) FROM sessions)");
  const second = [
    { page: "Authenticator app", state: "none", as: person, path: TOTP },
    { page: "Authenticator app", state: "the key is hidden", as: setting, path: TOTP },
    { page: "Authenticator app", state: "QR code", as: setting, path: `${TOTP}?reveal` },
    {
      page: "Authenticator app", state: "wrong code", as: setting, path: `${TOTP}?reveal`, status: 422,
      act: sending('form:has([value="confirm"])', { code: "000" }),
    },
    { page: "Authenticator app", state: "set up", as: protectedOne, path: TOTP },
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
    { page: "Passkeys", state: "none", as: person, path: passkeys },
    { page: "Passkeys", state: "two", as: keyed, path: passkeys },
    {
      page: "Passkeys", state: "a name is refused", as: keyed, path: passkeys, status: 422,
      // A name of spaces is none.
      act: sending('form:has([name="act"][value="rename"])', { name: "\u2003" }),
    },
    { page: "Passkeys", state: "to be confirmed first", as: late, path: passkeys },
    {
      page: "Passkeys", state: "nothing was sent", as: person, path: passkeys, status: 422,
      act: sending('form:has([data-passkey])', { name: "Key" }),
    },
    { page: "Security", state: "passkeys", as: used, path: "/settings/security" },
    { page: "Confirm with your passkey", state: "sign-in", as: holding, path: "/sign-in/second" },
    {
      page: "Confirm with your passkey", state: "refused", as: holding, path: "/sign-in/second", status: 422,
      act: sending('form:has([data-passkey])', { credential: "{}" }),
    },
    { page: "Enter your code", state: "a passkey or a code", as: both, path: "/sign-in/second" },
    { page: "Confirm", state: "a passkey or the password", as: keyed, path: "/confirm?next=/inbox" },
    { page: "A second step is required", state: "server settings", as: managing, path: requiring.settings, status: 403 },
    { page: "Portal", state: "power waits for a second step", as: managing, path: "/portal" },
    { page: "Server settings", state: "a second step is required", as: keyed, path: requiring.settings },
    {
      page: "Server settings", state: "a second step can’t be required yet", as: managing, path: own.settings, status: 422,
      act: async (page) => {
        await page.check("#f-requires_second_step");
        await pressing('form:has(#f-requires_second_step) button')(page);
      },
    },
    { page: "Enter your code", state: "again", as: protectedOne, path: "/sign-in/second?next=/settings/phone" },
  ];
  const quiet = "/settings/notifications";
  const muter = await cast.join({ nickname: "muter", name: "Mona Muter" });
  const muted = await muter.server("Loud Works");
  await muter.post(`/channels/${muted.general}/mute`, { for: "always" });
  await muter.post(`${muted.settings.replace("/settings", "")}/mute`, { for: "8h" });
  await muter.post(`${quiet}/quiet`, { starts_at: "22:00", ends_at: "07:00", time_zone: "Europe/Berlin", days: "4" });
  await muter.post(`${quiet}/browsers`, {
    endpoint: `${PUSH_SERVICE}/abc`,
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  });
  return [
    ...second,
    { page: "Notifications", state: "nothing chosen", as: person, path: quiet },
    { page: "Notifications", state: "muted, with a quiet time and a browser", as: muter, path: quiet },
    {
      page: "Notifications", state: "a quiet time without a zone", as: person, path: quiet, status: 422,
      act: sending('form[action$="/quiet"]', { starts_at: "7" }),
    },
    { page: "Channel", state: "muted", as: muter, path: `/channels/${muted.general}` },
    { page: "Channel", state: "the bell is open", as: muter, path: `/channels/${muted.general}`, act: (page) => page.click(".chat-mute summary") },
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
