// Every page in every state, checked by `walk` in two looks, or with LOOKS in all of them. The states are listed
// in `states`; the other files test what the pages do.
//
// SHOTS=folder saves screenshots, with an overview: tests/browser/pictures.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import test, { after, describe } from "node:test";
import { start } from "./portico.mjs";
import { writeSheet } from "./sheet.mjs";
import { AT_ONCE } from "./states/deliveries.mjs";
import { everyState, withoutTexts } from "./states/index.mjs";
import { brand, branded } from "./states/operators.mjs";
import { PUSH_SERVICE } from "./states/settings.mjs";
import { nameOf, walk, walkWithin } from "./walk.mjs";

// The number of pages that are checked at a time.
const AT_A_TIME = 3;
// Rate limits are on, so that they can be reached, but high where nothing should be refused.
const far = "{burst=100000, per_minute=100000}";
const limits = {
  webhook: `{burst=${AT_ONCE}, per_minute=1}`,
  sign_up_name: "{burst=8, per_minute=1}",
  ...Object.fromEntries(
    ["message", "write", "search", "webhook_channel", "webhook_server", "webhook_creator", "picture_address", "sign_in_account", "sign_in_browser", "confirm", "sign_in_address", "second_step", "second_step_address", "passkey_address", "sign_up_address", "phone_address", "phone_guess_address",
      "reset_address", "token_app", "token_address", "token_guess", "consent", "consent_address",
      "leak_address", "leak_report_address", "device_guess", "device_guess_address", "device_guesses", "device_address"].map((name) => [name, far]),
  ),
};
const throttle = Object.entries({ enabled: true, ...limits }).map(([name, value]) => `${name}=${value}`);

const folder = process.env.SHOTS;
if (folder) {
  await mkdir(join(folder, "readme"), { recursive: true });
}
// A stream ends on the server a while after its page was left, and the walk leaves a page every second.
const streams = "{streams_per_session=10000, streams_per_person=10000, streams_per_address=10000}";
const portico = await start({
  settings: { ROCKET_THROTTLE: `{${throttle}}`, ROCKET_CAPS: streams, ROCKET_PUSH: `{local_service="${PUSH_SERVICE}"}` },
});
let unset;
const walked = [];

async function walkThrough(t, at, states) {
  walked.push(...states);
  await walkWithin(t, at, states, folder);
}

// Before anyone verifies a phone.
const untouched = { page: "Outbox", state: "nothing was sent yet", path: "/dev/outbox" };
await test("an instance as it begins", (t) => walkThrough(t, portico, [untouched]));

// A server that is left running would keep this process from ending with the error.
const { cast, states } = await everyState(portico).catch(async (err) => {
  await portico.close();
  throw err;
});
after(async () => {
  await cast.close();
  await Promise.all([portico.close(), unset?.close()]);
  if (folder) await writeSheet(folder, walked);
});

describe("every page in every state", { concurrency: AT_A_TIME }, () => {
  const beside = states.filter(({ alone }) => !alone);
  for (let lane = 0; lane < AT_A_TIME; lane += 1) {
    const mine = beside.filter((_, at) => at % AT_A_TIME === lane);
    walked.push(...mine);
    describe(`walk ${lane + 1} of ${AT_A_TIME}`, { concurrency: 1 }, () => walk(portico, mine, folder));
  }
});

for (const state of states.filter(({ alone }) => alone)) {
  test(`alone: ${nameOf(state)}`, async (t) => {
    await state.before();
    t.after(state.after);
    await walkThrough(t, portico, [state]);
  });
}

test("an instance that can send no texts, before and after it is branded", async (t) => {
  unset = await start({ host: "portico.test" });
  const page = await unset.page(t);
  await unset.signIn(page, unset.demo.people[11]);
  const storage = await page.context().storageState();
  await unset.meddle("INSERT INTO instance_settings (name, value, changed_at) VALUES ('sign_up', 'invite', 0)");
  const person = { storage: () => storage };
  await walkThrough(t, unset, withoutTexts(person));
  await unset.meddle(`UPDATE users SET admin_at = created_at WHERE nickname = '${unset.demo.people[11].nickname}'`);
  await brand(page);
  const { client_id: id, redirect_uri: redirect } = unset.demo.oauth_app;
  await walkThrough(t, unset, branded(person, { id, redirect }));
});
