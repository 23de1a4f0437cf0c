// Logs one line through winston-discord-transport, and prints where it wants to send it. Nothing leaves this machine.
// usage: node transport.mjs URL
import https from 'node:https';
import winston from 'winston';
import transport from 'winston-discord-transport';

https.request = ({ host, path }) => {
  console.log(JSON.stringify({ host, path }));
  process.exit();
};
const discord = new transport.default({ webhook: process.argv[2] });
winston.createLogger({ transports: [discord] }).error('Crane stuck');
