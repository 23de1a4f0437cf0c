// States of pages, each looked at in every look: valid markup, nothing for axe to find, nothing wider than the window,
// little weight, nothing that moves while it comes, nothing that fails behind its back. Which states there are stands in
// `states`; how the pictures are laid out in `sheet`.
//
// axe takes most of the time. The first state of each page is checked with every rule at both widths. Further states of
// that page differ by a message or a row, and are checked with every rule at one width: phone and desktop alternate.
// The dark theme changes colours and nothing else, so there the rules about colour are checked, at one width.

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessibilityFaults, markupFaults } from "./validate.mjs";

export const WIDTHS = [390, 1280];
export const THEMES = ["light", "dark"];

const MOST_BYTES = 100 * 1024;
const MOST_SHIFT = 0.05;
// What an answer's head weighs, as the web's own measure has it (Resource Timing: transferSize).
const HEAD_BYTES = 300;
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The name of a picture without its folder. */
export function pictureName({ page, state }, theme, width) {
  const words = `${page} ${state}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `${words}-${theme}-${width}.png`;
}

/**
 * Walks states, each as a test of its own: `name` says how they are called.
 *
 * - `page` and `state`: its names, for people.
 * - `as`: whose page it is; nobody's where it is missing.
 * - `path`: where it is.
 * - `act`: what is done there until the state is reached, with the page.
 * - `status`: what the page is answered with, where that is not 200.
 * - `height`: that of the window, for pages that fill it.
 * - `shown`: what a picture of the window alone is called, for the README.
 *
 * They share a page, since a new window costs more than all that is asked of a state. `folder`, if there is one, gets a
 * picture of each look.
 */
export async function walk(t, portico, states, folder) {
  const page = await portico.page(t);
  await page.addInitScript(watchShifts);
  for (const state of states) {
    await t.test(nameOf(state), async () => {
      await look(portico, page, state, folder);
      const { status = 200 } = state;
      const expected = new RegExp(`^response ${status} (GET|POST) [^/]+//[^/]+/(?!static/|avatars/)`);
      const unexpected = portico.takeFaults(page).filter((fault) => status < 400 || !expected.test(fault));
      assert.deepEqual(unexpected, []);
    });
    // Those of a state that failed are not the next one's.
    portico.takeFaults(page);
  }
}

export const nameOf = ({ page, state }) => `${page}: ${state}`;

/** How many states of each page were looked at. */
const looked = new Map();

async function look(portico, page, state, folder) {
  const { path, act, status = 200, height = 900 } = state;
  const before = looked.get(state.page) ?? 0;
  looked.set(state.page, before + 1);
  // Every other state of a page arrives in a wide window: what moves while it comes is seen in both.
  const widths = before % 2 ? [...WIDTHS].reverse() : WIDTHS;
  await page.context().clearCookies();
  await page.context().addCookies((await state.as?.storage())?.cookies ?? []);
  const faults = [];
  for (const width of widths) {
    const arrives = width === widths[0];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: "light" });
    if (arrives) {
      await page.goto(path);
      await act?.(page);
      assert.equal(portico.status(page), status, `the status of ${page.url()}`);
      faults.push(...(await markupFaults(await portico.source(page))));
    }
    for (const theme of THEMES) {
      const found = [];
      if (theme === "light") {
        if (arrives || before === 0) {
          found.push(...(await accessibilityFaults(page)));
        }
        found.push(...faultsOf(await measured(page), arrives));
      } else if (arrives || folder) {
        await page.emulateMedia({ colorScheme: theme });
        found.push(...(arrives ? await accessibilityFaults(page, COLOUR_RULES) : []));
      }
      faults.push(...found.map((fault) => `${theme}, ${width} wide: ${fault}`));
      if (folder) {
        // The header stays at the top of the window, wherever on the page that is.
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: join(folder, pictureName(state, theme, width)), fullPage: true });
      }
      if (folder && state.shown && width === 1280 && theme === "light") {
        await page.screenshot({ path: join(folder, "readme", `${state.shown}.png`) });
      }
    }
  }
  assert.deepEqual(faults, [], `${page.url()}:\n${faults.join("\n")}`);
}

/** What is wrong with a page's measures. When a window only changed its width, what moved is not asked. */
function faultsOf({ wide, bytes, shift }, arrives) {
  const faults = [];
  if (wide > 0) faults.push(`it is ${wide} pixels wider than the window`);
  if (!(bytes > 0 && bytes <= MOST_BYTES)) faults.push(`it weighs ${bytes} bytes`);
  if (arrives && shift > MOST_SHIFT) faults.push(`it has a layout shift of ${shift}`);
  return faults;
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

/**
 * On arrival it is read after axe, which takes its time: what comes late has come. What scripts ask for once the page is
 * there weighs nothing, and pictures are people's own.
 */
function measured(page) {
  return page.evaluate((head) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const [page] = performance.getEntriesByType("navigation");
    const others = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= page.loadEventEnd);
    const own = [page, ...others].filter(({ initiatorType, name }) => initiatorType !== "img" && !name.includes("/avatars/"));
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
