// Prints every example event of @octokit/webhooks-examples, one line of JSON each: [name, payload].
import { createRequire } from 'node:module';

const events = createRequire(import.meta.url)('@octokit/webhooks-examples');
for (const { name, examples } of events.default ?? events) {
  for (const example of examples) console.log(JSON.stringify([name, example]));
}
