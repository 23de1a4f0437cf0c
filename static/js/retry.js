// When to try again after a 429, in words.

import { t } from "./words.js";

/** "Try again in 3 seconds.", from the `Retry-After` header of a response. */
export function tryAgain(answer) {
  const seconds = Number(answer.headers.get("Retry-After"));
  if (!Number.isInteger(seconds) || seconds < 1) return t("retry-soon");
  return t("retry-in", { seconds });
}
