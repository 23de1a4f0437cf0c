// Checks the current page of a browser test: valid markup, and accessibility. What the
// page says and does is up to the test.
//
//   await assertSound(portico, page);

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HtmlValidate } from "html-validate";

// Every page compiles it: half as large, in half the time.
const axe = readFileSync(fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

// The rules of the HTML standard and of accessibility, but no matters of style.
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  // Files of this site need no integrity attribute.
  rules: { "require-sri": ["error", { target: "crossorigin" }] },
});

/** Every error of the markup, one line each. */
export async function markupFaults(html) {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

/**
 * Every finding of axe, of any impact, including best practices, one line each. Needs a page with JavaScript. With
 * `rules`, only these are checked.
 */
export async function accessibilityFaults(page, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated rather than added as a script element, which the page's Content-Security-Policy would rightly refuse.
    await page.evaluate(axe);
  }
  const violations = await page.evaluate(async (values) => {
    const only = values && { runOnly: { type: "rule", values } };
    // Preloading style sheets and sounds is needed only for rules that are off, and there are no sounds.
    const result = await globalThis.axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
    return result.violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`),
    }));
  }, rules);
  return violations.map(({ id, impact, help, nodes }) => `${id} (${impact}): ${help}\n    ${nodes.join("\n    ")}`);
}

/** Fails unless the page has valid markup (as the server sent it) and axe, which needs scripts, finds nothing. */
export async function assertSound(portico, page) {
  // What the test waited for may be there before its page has all of its content and its styles.
  await page.waitForLoadState();
  const html = await portico.source(page);
  const faults = [...(await markupFaults(html)), ...(portico.runsScripts(page) ? await accessibilityFaults(page) : [])];
  assert.deepEqual(faults, [], `${page.url()}:\n${faults.join("\n")}`);
}
