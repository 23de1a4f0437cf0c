// A session that ended while a page was open: scripts notice it by the sign-in page that they get instead of an answer.

import { t } from "./words.js";

/** Whether the answer is the sign-in page. */
export const hasEnded = (answer) => answer.redirected && new URL(answer.url).pathname === "/sign-in";

/** A button that sends its form without scripts: the server keeps the text until the user has signed in. */
export function signInButton(name = "", value = "") {
  const button = document.createElement("button");
  button.type = "submit";
  button.className = "button button-secondary button-small";
  button.dataset.native = "";
  if (name) button.name = name;
  if (name) button.value = value;
  button.textContent = t("sign-in-and-back");
  return button;
}
