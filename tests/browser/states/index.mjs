// Every page in every state, in the order of the overview. The files of the areas, next to this one, create the states;
// `../walk.mjs` checks them.

import { Cast } from "../actor.mjs";
import { accounts } from "./accounts.mjs";
import { apps } from "./apps.mjs";
import { cards } from "./cards.mjs";
import { chat } from "./chat.mjs";
import { consent } from "./consent.mjs";
import { deliveries } from "./deliveries.mjs";
import { demo } from "./demo.mjs";
import { devices } from "./devices.mjs";
import { hostile } from "./hostile.mjs";
import { operators } from "./operators.mjs";
import { ownership } from "./ownership.mjs";
import { phones } from "./phones.mjs";
import { refusals } from "./refusals.mjs";
import { servers } from "./servers.mjs";
import { settings } from "./settings.mjs";
import { strangers } from "./strangers.mjs";
import { webhooks } from "./webhooks.mjs";

/** Brings everything about, and gives the states: each has what `walk` says, and `alone` where others must not run beside it. */
export async function everyState(portico) {
  const cast = new Cast(portico);
  const states = [];
  for (const area of [strangers, accounts, phones, demo, apps, consent, devices, webhooks, deliveries, chat, cards, servers, settings, ownership, operators, hostile, refusals]) {
    states.push(...(await area(cast)));
  }
  const names = states.map(({ page, state }) => `${page}: ${state}`);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) {
    throw new Error(`two states are called ${twice.join(", ")}`);
  }
  return { cast, states };
}

/** States of an instance with a public address and no way to send texts, where people sign up by invite. */
export function withoutTexts(person) {
  return [
    { page: "Forgotten password", state: "where no text can be sent", path: "/reset" },
    { page: "Sign up", state: "needs an invite", path: "/sign-up" },
    { page: "Phone", state: "where no text can be sent", as: person, path: "/settings/phone" },
  ];
}
