// A server of its own for each walk of a task, whose people come without a browser: what is tested begins in its channel.

import { Cast } from "./actor.mjs";

let crews = 0;

/** Makes servers on an instance until `close`. */
export class Crews {
  constructor(portico) {
    this.cast = new Cast(portico);
  }

  /** A server of the first of these people, in which the others are members. */
  async gather(...names) {
    crews += 1;
    const number = crews;
    const people = [];
    for (const name of names) {
      people.push(await this.cast.join({ nickname: `${name}.${number}`, name: `${name[0].toUpperCase()}${name.slice(1)} ${number}` }));
    }
    const [founder, ...members] = people;
    const server = await founder.server(`Crew ${number}`);
    const code = await founder.invite(server, members);
    return { server, general: `/channels/${server.general}`, people, invite: `/invites/${code}` };
  }

  close() {
    return this.cast.close();
  }
}

/** Opens a page as someone who has an account, and has to sign in for it. On a phone it is touched. */
export async function enter(come, who, where, { width }, options = {}) {
  const person = await come(who, { ...(width < 700 && { hasTouch: true }), ...options });
  await person.visit(where);
  await person.signIn();
  return person;
}

/** What can be done with a message: a menu with scripts, a page without. */
export async function acts(person, text) {
  const message = person.message(text);
  await message.hover();
  const more = message.locator(".message-more");
  if (!person.look.javaScript) {
    await person.follow(more);
    return person.main.locator("[data-message-acts]");
  }
  await more.click();
  const menu = person.page.locator(".message-menu");
  await menu.waitFor();
  return menu;
}

/** Leaves a page of acts for its channel; closes a menu. */
export async function leave(person, channel) {
  if (person.look.javaScript) await person.page.keyboard.press("Escape");
  else await person.visit(channel);
}

/** Presses a button, which with scripts does it in place. */
export async function does(person, button) {
  if (person.look.javaScript) await button.click();
  else await person.press(button);
}
