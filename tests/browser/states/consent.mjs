// The consent page, and the errors of broken links and decisions.

import { authorizePath } from "../actor.mjs";
import { sending } from "../walk.mjs";

/** In the first half second, a click does not approve. */
const awake = (page) => page.locator('[data-guarded-button]:not([data-guarded])').waitFor();

export async function consent(cast) {
  const { oauth_app: demo, people } = cast.portico.demo;
  const app = { id: demo.client_id, redirect: demo.redirect_uri };
  const first = await cast.play(people[5]);
  const again = await cast.play(people[6]);
  await again.approve(app);
  const maker = await cast.join({ nickname: "pirate", name: "Piet Pirate", phone: "+4915112345702" });
  const plain = await maker.app("Bare bones", { redirect_uris: "http://127.0.0.1/callback" });
  const onDevice = await maker.app("Pocket chat", { profile: "oidc", public: "on", redirect_uris: "org.example.pocket:/callback" });
  const inPublic = {
    response_type: "code", scope: "openid profile",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256",
  };
  const hostile = await maker.app('<script>alert("x")</script> & the "Portico" team’s own support\u0301', {
    redirect_uris: `https://${"very-long-subdomain.".repeat(9)}example.org/callback`,
    homepage: `https://example.org/${"a".repeat(300)}`,
    description: `<img src=x onerror=alert(1)> ${"W".repeat(300)} \u{1F6A2}`,
  });

  return [
    { page: "Consent", state: "first time", as: first, path: authorizePath(app), act: awake },
    { page: "Consent", state: "signed in to it before", as: again, path: authorizePath(app), act: awake },
    { page: "Consent", state: "the ID alone", as: first, path: authorizePath(app, { response_type: "code", scope: "openid" }), act: awake },
    { page: "Consent", state: "an app on this device", as: first, path: authorizePath(onDevice, inPublic), act: awake },
    { page: "Consent", state: "an app that says nothing of itself", as: first, path: authorizePath(plain), act: awake },
    { page: "Consent", state: "hostile app", as: first, path: authorizePath(hostile), act: awake },
    { page: "Sign in", state: "on the way to consent", path: authorizePath(app) },
    { page: "Confirm it’s you", state: "asked for by an app", as: first, path: authorizePath(app, { prompt: "login" }) },
    { page: "Broken sign-in link", state: "unknown client_id", path: authorizePath({ ...app, id: 12345 }), status: 400 },
    {
      page: "Broken sign-in link", state: "redirect_uri of someone else", as: first, status: 400,
      path: authorizePath({ ...app, redirect: `https://evil.example/${"a".repeat(200)}?<script>` }),
    },
    { page: "Broken sign-in link", state: "nothing given", path: "/oauth/authorize", status: 400 },
    {
      page: "Consent", state: "an answer that was changed on the way", as: first, path: authorizePath(app), status: 403,
      act: sending("form#consent", { token: "another", decision: "approve" }),
    },
    { page: "Connected apps", state: "several", as: await everywhere(cast, again, [plain, hostile]), path: "/settings/apps" },
    {
      page: "Connected apps", state: "about to revoke all", as: again, path: "/settings/apps",
      act: (page) => page.locator("summary", { hasText: "Revoke all" }).click(),
    },
  ];
}

async function everywhere(cast, person, apps) {
  for (const app of apps) await person.approve(app);
  return person;
}
