// Sign-in on a device by a code, and sign-out by request of an app.

import { sending } from "../walk.mjs";

const BACK = "https://example.org/signed-out";

export async function devices(cast) {
  const maker = await cast.join({ nickname: "tinker", name: "Tina Tinker", phone: "+4915112345709" });
  const person = await cast.join({ nickname: "gadgeteer", name: "Gus Gadget" });
  const app = await maker.app("Harbour command line", {
    profile: "oidc",
    id_token_alg: "RS256",
    device: "on",
    post_logout_redirect_uris: BACK,
  });

  /** A button of a page, once the half second is over in which a click does not approve. */
  const button = (page, decision) => page.locator(`[name="decision"][value="${decision}"]:not([data-guarded])`);
  /** Types a new code, and answers so. A state is reached several times, and a code is answered once. */
  const answering = (...decisions) => async (page) => {
    await page.locator("#f-user_code").fill(await maker.userCode(app));
    await page.locator("#device [type=submit]").click();
    for (const decision of decisions) await button(page, decision).click();
    const isDone = ["approve", "deny"].includes(decisions.at(-1));
    const next = isDone ? page.locator("[data-device]") : button(page, decisions.length > 0 ? "approve" : "continue");
    await next.waitFor();
  };
  const logout = `/oauth/logout?${new URLSearchParams({ client_id: app.id, post_logout_redirect_uri: BACK })}`;

  return [
    { page: "Device", state: "nothing typed", as: person, path: "/device" },
    { page: "Device", state: "filled in by a link", as: person, path: "/device?user_code=bcdfghjk" },
    {
      page: "Device", state: "a code that doesn’t work", as: person, path: "/device?user_code=BCDF-GHJK", status: 422,
      act: sending("form#device"),
    },
    { page: "Device", state: "is it yours?", as: person, path: "/device", act: answering() },
    { page: "Device", state: "consent", as: person, path: "/device", act: answering("continue"), height: 1180 },
    { page: "Device", state: "approved", as: person, path: "/device", act: answering("continue", "approve") },
    { page: "Device", state: "refused", as: person, path: "/device", act: answering("deny") },
    { page: "Sign out by an app", state: "asked", as: person, path: logout },
    { page: "Sign out by an app", state: "no app is known", as: person, path: "/oauth/logout" },
    { page: "Sign out by an app", state: "signed out", path: logout },
  ];
}
