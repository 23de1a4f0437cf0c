// Dialogs and notices of the account settings that no other file covers.

import { pressing } from "../walk.mjs";

export async function settings(cast) {
  const person = await cast.join({ nickname: "settled", name: "Sara Settled" });
  await person.again();
  const maker = await cast.join({ nickname: "revoked", name: "Rita Revoked", phone: "+4915112345703" });
  const app = await maker.app("Sea charts");
  await maker.approve(app);
  return [
    {
      page: "Security", state: "the others were signed out", as: person, path: "/settings/security",
      act: pressing('form[action="/settings/sessions/end"] button'),
    },
    {
      page: "Profile", state: "saved", as: person, path: "/settings/profile",
      act: pressing('form[action="/settings/profile"] button[type="submit"]'),
    },
    {
      page: "Connected apps", state: "the last one was revoked", as: maker, path: "/settings/apps",
      act: pressing('form[action$="/revoke"] button'),
    },
  ];
}
