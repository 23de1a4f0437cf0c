// One state of one page, looked at in every look: valid markup, nothing for axe to find, nothing wider than the window,
// little weight, nothing that moves while it comes, nothing that fails behind its back. Which states there are stands in
// `states`; how the pictures are laid out in `sheet`.

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessibilityFaults, markupFaults } from "./validate.mjs";

export const WIDTHS = [390, 1280];
export const THEMES = ["light", "dark"];

const MOST_BYTES = 100 * 1024;
const MOST_SHIFT = 0.05;
// What an answer's head weighs, as the web's own measure has it (Resource Timing: transferSize).
const HEAD_BYTES = 300;
// A theme changes colours and nothing else, so that in the second one these are asked again and the rest is not.
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The name of a picture without its folder. */
export function pictureName({ page, state }, theme, width) {
  const words = `${page} ${state}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `${words}-${theme}-${width}.png`;
}

/**
 * Walks a state:
 *
 * - `page` and `state`: its names, for people.
 * - `as`: whose page it is; nobody's where it is missing.
 * - `path`: where it is.
 * - `act`: what is done there until the state is reached, with the page.
 * - `status`: what the page is answered with, where that is not 200.
 * - `once`: it can't be reached twice, so that the window changes its width instead.
 * - `height`: that of the window, for pages that fill it.
 * - `shown`: what a picture of the window alone is called, for the README.
 *
 * `folder`, if there is one, gets a picture of each look.
 */
export async function walk(t, portico, state, folder) {
  const { path, act, status = 200, once = false, height = 900 } = state;
  const allow = status < 400 ? [] : [new RegExp(`^response ${status} (GET|POST) [^/]+//[^/]+/(?!static/|avatars/)`)];
  const storageState = await state.as?.storage();
  const page = await portico.page(t, { theme: "light", width: WIDTHS[0], height, allow, storageState });
  await page.addInitScript(watchShifts);
  for (const width of WIDTHS) {
    const look = `${width} wide`;
    const arrives = width === WIDTHS[0] || !once;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: "light" });
    if (arrives) {
      await page.goto(path);
      await act?.(page);
      assert.equal(portico.status(page), status, `the status of ${page.url()}`);
    }
    const found = await accessibilityFaults(page);
    if (width === WIDTHS[0]) {
      found.push(...(await markupFaults(await portico.source(page))));
    }
    const { wide, bytes, shift } = await measured(page);
    assert.deepEqual(found, [], `${page.url()}, ${look}:\n${found.join("\n")}`);
    assert.ok(wide <= 0, `${wide} pixels wider than a window ${look}`);
    assert.ok(bytes > 0 && bytes <= MOST_BYTES, `it weighs ${bytes} bytes`);
    assert.ok(!arrives || shift <= MOST_SHIFT, `a layout shift of ${shift}, ${look}`);
    for (const theme of THEMES) {
      if (theme !== "light") {
        await page.emulateMedia({ colorScheme: theme });
        const faults = await accessibilityFaults(page, COLOUR_RULES);
        assert.deepEqual(faults, [], `${page.url()}, ${theme}, ${look}:\n${faults.join("\n")}`);
      }
      if (folder) {
        await page.screenshot({ path: join(folder, pictureName(state, theme, width)), fullPage: true });
      }
      if (folder && state.shown && width === 1280 && theme === "light") {
        await page.screenshot({ path: join(folder, "readme", `${state.shown}.png`) });
      }
    }
  }
}

function watchShifts() {
  globalThis.shift = 0;
  const add = (entries) => {
    for (const entry of entries) if (!entry.hadRecentInput) globalThis.shift += entry.value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  globalThis.shiftsSoFar = () => {
    add(observer.takeRecords());
    return globalThis.shift;
  };
}

/** Read after axe, which takes its time: what comes late has come. Pictures are people's own and not counted. */
function measured(page) {
  return page.evaluate((head) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const own = entries.filter(({ initiatorType, name }) => initiatorType !== "img" && !name.includes("/avatars/"));
    return {
      wide: scrollWidth - clientWidth,
      bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize + head, 0),
      shift: globalThis.shiftsSoFar(),
    };
  }, HEAD_BYTES);
}

/**
 * Fills in a form and sends it as it is, without what the browser itself would object to. A field with several boxes
 * takes a list of those that are ticked; one that the form lacks is added.
 */
export function sending(form, values = {}) {
  return async (page) => {
    const found = page.locator(form).first();
    await found.evaluate((element, entries) => {
      for (const [name, value] of entries) {
        const controls = [...element.elements].filter((control) => control.name === name);
        if (controls.length === 0) {
          const added = Object.assign(document.createElement("input"), { type: "hidden", name, value });
          element.append(added);
        }
        for (const control of controls) {
          if (control.type === "checkbox") control.checked = [value].flat().includes(control.value);
          else control.value = value;
        }
      }
    }, Object.entries(values));
    // A navigation, whatever scripts would rather do.
    await Promise.all([
      page.waitForNavigation({ waitUntil: "load" }),
      found.evaluate((element) => HTMLFormElement.prototype.submit.call(element)),
    ]);
  };
}

/** Presses a button that leads to another page. */
export function pressing(button) {
  return (page) => Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.locator(button).first().click()]);
}

/** One after the other. */
export function first(...acts) {
  return async (page) => {
    for (const act of acts) await act(page);
  };
}
