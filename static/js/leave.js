// Leads to another page. Without a connection the browser would replace this one by an error.

import { announce } from "./announce.js";
import { t } from "./words.js";

export function leaveFor(address) {
  if (navigator.onLine) location.assign(address);
  else announce(t("disconnected"));
}
