// Posts to a Discord webhook URL through @discordjs/rest, corrects the message and deletes it. Prints what came back.
// usage: node discord.mjs BASE_URL APP_ID TOKEN
import { REST } from '@discordjs/rest';

const [base, appId, token] = process.argv.slice(2);
const rest = new REST({ api: `${base}/api`, version: '10', retries: 0 });
const path = `/webhooks/${appId}/${token}`;
const auth = false;

const posted = await rest.post(path, {
  auth,
  query: new URLSearchParams({ wait: 'true' }),
  body: {
    content: 'Deployed by discord.js',
    username: 'Deployer',
    embeds: [{ title: 'Release 7', description: 'All *green*.', color: 0x57f287, fields: [{ name: 'Region', value: 'north', inline: true }] }],
    allowed_mentions: { parse: [] },
  },
  files: [{ name: 'log.txt', data: Buffer.from('twelve bytes') }],
});
const edited = await rest.patch(`${path}/messages/${posted.id}`, { auth, body: { content: 'Deployed, and verified' } });
const read = await rest.get(`${path}/messages/${posted.id}`, { auth });
await rest.delete(`${path}/messages/${posted.id}`, { auth });
let gone = null;
try {
  await rest.get(`${path}/messages/${posted.id}`, { auth });
} catch (error) {
  gone = { status: error.status, code: error.code, message: error.rawError?.message };
}
let refused = null;
try {
  await rest.post(path, { auth, body: { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } } });
} catch (error) {
  refused = { status: error.status, code: error.code, errors: error.rawError?.errors };
}
console.log(JSON.stringify({ posted, edited, read, gone, refused }));
