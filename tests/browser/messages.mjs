// Messages of a channel's page: writing one, and finding it.

export const message = (page, id) => page.locator(`[data-message-id="${id}"]`);

/** Writes a message, and returns its id. */
export async function say(page, text) {
  await page.locator(".composer textarea").fill(text);
  await page.locator(".composer button").click();
  const said = page.locator("[data-message-id]", { hasText: text });
  await said.waitFor();
  // The stream may show the message before the answer to the form has come.
  await page.locator(".composer button:not([aria-disabled])").waitFor();
  return said.getAttribute("data-message-id");
}
