// Judges a page that a browser test has arrived at: is its markup valid, and is it accessible to everyone. What the
// page says and does is for the test itself.
//
//   await assertSound(portico, page);

import assert from "node:assert/strict";
import axe from "axe-core";
import { HtmlValidate } from "html-validate";

// What the HTML standard and accessibility demand; matters of taste are up to the authors of the templates.
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  // What comes from this very site needs no second proof that it does.
  rules: { "require-sri": ["error", { target: "crossorigin" }] },
});

/** Every fault of the markup, one line each. */
export async function markupFaults(html) {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

/**
 * Every finding of axe, of whatever impact, best practices included, one line each. Needs a page with JavaScript. With
 * `rules`, these alone are tried.
 */
export async function accessibilityFaults(page, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated rather than added as a script element, which the page's Content-Security-Policy would rightly refuse.
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(async (values) => {
    const only = values && { runOnly: { type: "rule", values } };
    // Style sheets and sounds are loaded again only for rules that are off, or for sounds, of which there are none.
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

/** Fails unless the page as it stands has valid markup (as the server sent it) and nothing for axe to find. */
export async function assertSound(portico, page) {
  const html = await portico.source(page);
  const faults = [...(await markupFaults(html)), ...(await accessibilityFaults(page))];
  assert.deepEqual(faults, [], `${page.url()}:\n${faults.join("\n")}`);
}
