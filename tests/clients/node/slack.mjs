// Sends one message through @slack/webhook, and one that is refused. Prints what came back.
// usage: node slack.mjs URL
import { IncomingWebhook } from '@slack/webhook';

const webhook = new IncomingWebhook(process.argv[2], { username: 'Pipeline' });
const sent = await webhook.send({
  text: 'Build *215* passed: <https://ci.example/215|log>',
  attachments: [{ color: 'good', title: 'Coverage', fields: [{ title: 'Lines', value: '93 %', short: true }] }],
});
let refused = null;
try {
  await webhook.send({});
} catch (error) {
  refused = { code: error.code, status: error.original?.response?.status, text: error.original?.response?.data };
}
console.log(JSON.stringify({ sent, refused }));
