// States of pages, each checked in every variant: valid markup, no findings of axe, nothing wider than the window,
// small size, no layout shifts, no failed requests or errors. The states are listed in
// `states`; `sheet` makes the overview of screenshots.
//
// axe takes most of the time. The first state of each page is checked with every rule at both widths, at 400 % zoom and with
// forced colours. Further states of that page differ by a message or a row, and are checked with every rule at one width:
// phone and desktop alternate; at 400 % zoom they must fit. The dark theme changes colours and nothing else, so there the
// rules about colour are checked, at one width.

import assert from "node:assert/strict";
import { join } from "node:path";
import { leads } from "./portico.mjs";
import { accessibilityFaults, markupFaults } from "./validate.mjs";

export const WIDTHS = [390, 1280];
export const THEMES = ["light", "dark"];

const MOST_BYTES = 100 * 1024;
const MOST_SHIFT = 0.05;
// The size of a response's headers, as Resource Timing counts it (transferSize).
const HEAD_BYTES = 300;
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The file name of a screenshot. */
export function pictureName({ page, state }, theme, width) {
  const words = `${page} ${state}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `${words}-${theme}-${width}.png`;
}

/**
 * Checks states, each in its own test; `name` builds the names of the tests.
 *
 * - `page` and `state`: its names, for people.
 * - `as`: the signed-in user; signed out if it is missing.
 * - `path`: its path.
 * - `act`: actions on the page until the state is reached.
 * - `status`: the status of the page, if it is not 200.
 * - `height`: the height of the window, for pages that fill it.
 * - `shown`: the file name of a screenshot of the window, for the README.
 *
 * They share a page, since a new window costs more than all checks of a state. `folder`, if it is set, gets a
 * screenshot of each variant.
 */
export async function walk(t, portico, states, folder) {
  const page = await portico.page(t);
  await page.addInitScript(watchShifts);
  await page.addInitScript(forgetDrafts);
  for (const state of states) {
    await t.test(nameOf(state), async () => {
      await look(portico, page, state, folder);
      const { status = 200 } = state;
      const expected = new RegExp(`^response ${status} (GET|POST) [^/]+//[^/]+/(?!static/|avatars/|branding)`);
      const unexpected = portico.takeFaults(page).filter((fault) => status < 400 || !expected.test(fault));
      assert.deepEqual(unexpected, []);
    });
    // Errors of a failed state must not count for the next one.
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
  // Every other state of a page loads in a wide window, so that layout shifts are checked at both widths.
  const widths = before % 2 ? [...WIDTHS].reverse() : WIDTHS;
  // The page before this one is left first: its scripts must send nothing as someone else.
  await page.goto("about:blank");
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
      // What `act` waited for may be there before its page has its styles.
      await page.waitForLoadState();
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
        // The header is sticky.
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: join(folder, pictureName(state, theme, width)), fullPage: true });
      }
      if (folder && state.shown && width === 1280 && theme === "light") {
        await page.screenshot({ path: join(folder, "readme", `${state.shown}.png`) });
      }
    }
  }
  faults.push(...(await enlarged(page, before === 0)));
  assert.deepEqual(faults, [], `${page.url()}:\n${faults.join("\n")}`);
}

/** Errors of a page at 400 % zoom on a small screen, and, with every rule of axe, with forced colours. */
async function enlarged(page, withRules) {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 256 });
  const found = faultsOf(await measured(page), false);
  if (withRules) found.push(...(await accessibilityFaults(page)));
  const zoomed = found.map((fault) => `at 400 % zoom: ${fault}`);
  return withRules ? [...zoomed, ...(await inForcedColours(page))] : zoomed;
}

async function inForcedColours(page) {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await accessibilityFaults(page);
  await page.emulateMedia({ forcedColors: "none" });
  return found.map((fault) => `with forced colours: ${fault}`);
}

/** Layout errors of a page. After a mere change of width, layout shifts are not checked. */
function faultsOf({ wide, bytes, shift }, arrives) {
  const faults = [];
  if (wide > 0) faults.push(`it is ${wide} pixels wider than the window`);
  if (!(bytes > 0 && bytes <= MOST_BYTES)) faults.push(`it weighs ${bytes} bytes`);
  if (arrives && shift > MOST_SHIFT) faults.push(`it has a layout shift of ${shift}`);
  return faults;
}

/** What one state typed is not in the composer of the next: like the cookies, it is of another visit. */
function forgetDrafts() {
  if (location.protocol.startsWith("http")) sessionStorage.clear();
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
 * On the first load it is read after axe, which takes a while, so that late resources have arrived. What scripts request once
 * everything that the page needs has started doesn't count, and neither do modules that are preloaded for it, nor uploaded pictures.
 */
function measured(page) {
  return page.evaluate((head) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const [page] = performance.getEntriesByType("navigation");
    const [started] = performance.getEntriesByName("started");
    const until = Math.max(page.loadEventEnd, started?.startTime ?? 0);
    const others = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= until);
    const preloads = document.querySelectorAll('link[rel="modulepreload"]');
    const preloaded = new Set(Array.from(preloads, (link) => link.href));
    const isForLater = ({ name }) => preloaded.has(name);
    const isPicture = ({ initiatorType, name }) => initiatorType === "img" || name.includes("/avatars/");
    const isOfScript = ({ initiatorType }) => initiatorType === "fetch";
    const own = [page, ...others].filter((entry) => !isPicture(entry) && !isForLater(entry) && !isOfScript(entry));
    return {
      wide: scrollWidth - clientWidth,
      bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize + head, 0),
      shift: globalThis.shiftsSoFar(),
    };
  }, HEAD_BYTES);
}

/**
 * Fills in a form and sends it without the browser's validation. A field with several checkboxes
 * takes a list of the ticked ones; a field that the form lacks is added.
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
          if (["checkbox", "radio"].includes(control.type)) control.checked = [value].flat().includes(control.value);
          else control.value = value;
        }
      }
    }, Object.entries(values));
    // As a navigation, without the page's scripts.
    await leads(page, () => found.evaluate((element) => HTMLFormElement.prototype.submit.call(element)));
  };
}

/** Clicks a button that leads to another page. */
export function pressing(button) {
  return (page) => leads(page, () => page.locator(button).first().click());
}

/** Runs actions one after the other. */
export function first(...acts) {
  return async (page) => {
    for (const act of acts) await act(page);
  };
}
