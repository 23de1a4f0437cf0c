// When to try again after a 429, in words.

/** "Try again in 3 seconds.", from the `Retry-After` header of a response. */
export function tryAgain(answer) {
  const seconds = Number(answer.headers.get("Retry-After"));
  if (!Number.isInteger(seconds) || seconds < 1) return "Try again in a few seconds.";
  return seconds === 1 ? "Try again in a second." : `Try again in ${seconds} seconds.`;
}
