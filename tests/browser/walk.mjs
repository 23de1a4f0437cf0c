// States of pages, each checked in several looks: valid markup, no findings of axe, nothing wider than the window, small size,
// no layout shifts, no failed requests or errors. The states are listed in `states`; `sheet` makes the overview of screenshots.
//
// axe takes most of the time. Without LOOKS a state is checked in two looks: light on a desktop, dark on a phone. It loads in one
// of them, which alternates from state to state of a page, so that layout shifts are checked at both widths, and is checked there
// with every rule. In the other look the first state of a page is checked with every rule, too; further states differ from it by a
// message or a row, and are checked with the rules about colour. With LOOKS every state is checked with every rule in all four
// looks, and has to fit at 400 % zoom; the first state of each page is checked there and with forced colours with every rule. What
// is the same in every look was checked before.

import assert from "node:assert/strict";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { leads } from "./portico.mjs";
import { accessibilityFaults, markupFaults } from "./validate.mjs";

export const WIDTHS = [390, 1280];
export const THEMES = ["light", "dark"];
export const everyLook = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

const looks = [{ width: 1280, theme: "light" }, { width: 390, theme: "dark" }];

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
 * screenshot of each look. Called in a suite, each state is a test that can run by itself.
 */
export function walk(portico, states, folder) {
  let page;
  const closing = [];
  before(async () => {
    page = await watched(portico, { after: (act) => closing.push(act) });
  });
  after(async () => {
    for (const act of closing) await act();
  });
  for (const { state, place } of placed(states)) {
    test(nameOf(state), () => check(portico, page, state, place, folder));
  }
}

/** The same in a test, as its subtests. */
export async function walkWithin(t, portico, states, folder) {
  const page = await watched(portico, t);
  for (const { state, place } of placed(states)) {
    await t.test(nameOf(state), () => check(portico, page, state, place, folder));
  }
}

export const nameOf = ({ page, state }) => `${page}: ${state}`;

async function watched(portico, t) {
  const page = await portico.page(t);
  await page.addInitScript(watchShifts);
  await page.addInitScript(forgetDrafts);
  return page;
}

/** How many states each page has so far. */
const known = new Map();

/** The states with their place among those of their page, which decides how they are checked. */
function placed(states) {
  return states.map((state) => {
    const place = known.get(state.page) ?? 0;
    known.set(state.page, place + 1);
    return { state, place };
  });
}

async function check(portico, page, state, place, folder) {
  try {
    await arrive(portico, page, state, place);
    const faults = process.env.LOOKS ? await inEveryLook(page, place) : await inTwoLooks(portico, page, place);
    if (folder) await takePictures(page, state, folder);
    assert.deepEqual(faults, [], `${page.url()}:\n${faults.join("\n")}`);
    const { status = 200 } = state;
    const expected = new RegExp(`^response ${status} (GET|POST) [^/]+//[^/]+/(?!static/|avatars/|branding)`);
    const unexpected = portico.takeFaults(page).filter((fault) => status < 400 || !expected.test(fault));
    assert.deepEqual(unexpected, []);
  } finally {
    // Errors of a failed state must not count for the next one.
    portico.takeFaults(page);
  }
}

/** Every other state of a page loads in the other look. */
const arrivesIn = (place) => (place % 2 ? [...looks].reverse() : looks);

async function arrive(portico, page, { as, path, act, status = 200, height = 900 }, place) {
  // The page before this one is left first: its scripts must send nothing as someone else.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.context().addCookies((await as?.storage())?.cookies ?? []);
  await page.setViewportSize({ width: arrivesIn(place)[0].width, height });
  await page.emulateMedia({ colorScheme: arrivesIn(place)[0].theme });
  await page.goto(path);
  await act?.(page);
  // What `act` waited for may be there before its page has its styles.
  await page.waitForLoadState();
  assert.equal(portico.status(page), status, `the status of ${page.url()}`);
}

async function wear(page, { width, theme }) {
  await page.setViewportSize({ width, height: page.viewportSize().height });
  await page.emulateMedia({ colorScheme: theme });
}

const inLook = ({ width, theme }, found) => found.map((fault) => `${theme}, ${width} wide: ${fault}`);

async function inTwoLooks(portico, page, place) {
  const [first, second] = arrivesIn(place);
  const faults = await markupFaults(await portico.source(page));
  faults.push(...inLook(first, [...(await accessibilityFaults(page)), ...faultsOf(await measured(page), true)]));
  await wear(page, second);
  const rules = place === 0 ? undefined : COLOUR_RULES;
  faults.push(...inLook(second, [...(await accessibilityFaults(page, rules)), ...faultsOf(await measured(page), false)]));
  return faults;
}

async function inEveryLook(page, place) {
  const faults = [];
  for (const look of everyLook) {
    await wear(page, look);
    faults.push(...inLook(look, [...(await accessibilityFaults(page)), ...faultsOf(await measured(page), false)]));
  }
  return [...faults, ...(await enlarged(page, place === 0))];
}

async function takePictures(page, state, folder) {
  for (const look of everyLook) {
    await page.emulateMedia({ colorScheme: look.theme });
    await page.setViewportSize({ width: look.width, height: state.height ?? 900 });
    // The header is sticky.
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, pictureName(state, look.theme, look.width)), fullPage: true });
    if (state.shown && look.width === 1280 && look.theme === "light") {
      await page.screenshot({ path: join(folder, "readme", `${state.shown}.png`) });
    }
  }
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
function faultsOf({ wide, bytes, shift, small }, arrives) {
  const faults = [];
  if (small.length > 0) faults.push(`iOS zooms into fields with small letters: ${small.join(", ")}`);
  if (wide > 0) faults.push(`it is ${wide} pixels wider than the window`);
  if (!(bytes > 0 && bytes <= MOST_BYTES)) faults.push(`it weighs ${bytes} bytes`);
  if (arrives && shift > MOST_SHIFT) faults.push(`it has a layout shift of ${shift}`);
  return faults;
}

/** What one state typed is not in the composer of the next: like the cookies, it is of another visit. */
function forgetDrafts() {
  if (!location.protocol.startsWith("http")) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith("portico-draft")) localStorage.removeItem(key);
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
    const isTyped = ({ type }) => !["hidden", "checkbox", "radio", "submit", "color", "range", "file"].includes(type);
    const fields = [...document.querySelectorAll("input, select, textarea")].filter(isTyped);
    const isSmall = (field) => parseFloat(getComputedStyle(field).fontSize) < 16;
    return {
      small: innerWidth > 480 ? [] : fields.filter(isSmall).map(({ name, id }) => name || id),
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
