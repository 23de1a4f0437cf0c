// Every page in every state that it has, light and dark, on a phone and on a desk: what `walk` judges. Which states
// there are stands in `states`; what the pages do is tested beside this file, by what people come for.
//
// SHOTS=folder keeps a picture of each look, with a sheet to leaf through: tests/browser/pictures.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import test, { after, describe } from "node:test";
import { start } from "./portico.mjs";
import { writeSheet } from "./sheet.mjs";
import { AT_ONCE } from "./states/deliveries.mjs";
import { everyState, withoutTexts } from "./states/index.mjs";
import { walk } from "./walk.mjs";

// Each state has a browser context of its own, and they wait for each other only where they must.
const AT_A_TIME = 3;
// On, so that it can be met; and where nothing is to be refused, out of the way.
const far = "{burst=100000, per_minute=100000}";
const limits = {
  webhook: `{burst=${AT_ONCE}, per_minute=1}`,
  sign_up_name: "{burst=8, per_minute=1}",
  ...Object.fromEntries(
    ["message", "sign_in_account", "sign_in_address", "sign_up_address", "phone_address", "phone_guess_address",
      "reset_address", "token_app", "token_address", "token_guess", "consent", "consent_address"].map((name) => [name, far]),
  ),
};
const throttle = Object.entries({ enabled: true, ...limits }).map(([name, value]) => `${name}=${value}`);

const folder = process.env.SHOTS;
if (folder) {
  await mkdir(join(folder, "readme"), { recursive: true });
}
const [portico, unset] = await Promise.all([
  start({ settings: { ROCKET_THROTTLE: `{${throttle}}` } }),
  start({ host: "portico.test" }),
]);
const walked = [];

async function look(t, at, state) {
  walked.push(state);
  await walk(t, at, state, folder);
}

const name = ({ page, state }) => `${page}: ${state}`;

// Before anybody verifies a phone.
const untouched = { page: "Outbox", state: "nothing was sent yet", path: "/dev/outbox" };
await test(name(untouched), (t) => look(t, portico, untouched));

const { cast, states } = await everyState(portico);
after(async () => {
  await cast.close();
  await Promise.all([portico.close(), unset.close()]);
  if (folder) await writeSheet(folder, walked);
});

describe("every page in every state", { concurrency: AT_A_TIME }, () => {
  for (const state of states.filter(({ alone }) => !alone)) {
    test(name(state), (t) => look(t, portico, state));
  }
});

for (const state of states.filter(({ alone }) => alone)) {
  test(name(state), async (t) => {
    await state.before();
    t.after(state.after);
    await look(t, portico, state);
  });
}

test("pages of an instance that can send no texts", async (t) => {
  const page = await unset.page(t);
  await unset.signIn(page, unset.demo.people[11]);
  const storage = await page.context().storageState();
  for (const state of withoutTexts({ storage: () => storage })) {
    await t.test(name(state), (t) => look(t, unset, state));
  }
});
