// Error pages: each status that pages can have.

import { sending } from "../walk.mjs";

/** A table that nothing but an invite's page reads while it is gone. */
const TABLE = "invites";

/** What nobody can sign up with, and what still counts as a try. */
const TOO_OFTEN = { nickname: "too_often", name: "", password: "1" };

export async function refusals(cast) {
  const person = await cast.join({ nickname: "refused", name: "Romy Refused" });
  const founder = await cast.join({ nickname: "inviter", name: "Ingo Inviter" });
  const code = await founder.invite(await founder.server("Somewhere else"), []);
  const stranger = await cast.stranger();
  return [
    { page: "Refusal", state: "404, signed in", as: person, path: "/nowhere", status: 404 },
    { page: "Refusal", state: "404, signed out", path: "/nowhere", status: 404 },
    {
      page: "Refusal", state: "429", path: "/sign-up", status: 429,
      act: async (page) => {
        await spend(stranger);
        await sending('form[action="/sign-up"]', TOO_OFTEN)(page);
      },
    },
    {
      page: "Refusal", state: "500", as: person, path: `/invites/${code}`, status: 500, alone: true,
      before: () => cast.portico.meddle(`ALTER TABLE ${TABLE} RENAME TO ${TABLE}_gone`),
      after: () => cast.portico.meddle(`ALTER TABLE ${TABLE}_gone RENAME TO ${TABLE}`),
    },
  ];
}

/** Uses up what the limit by nickname allows. */
async function spend(stranger) {
  let answer;
  do {
    answer = await stranger.http.post("/sign-up", { form: TOO_OFTEN });
  } while (answer.status() === 422);
}
