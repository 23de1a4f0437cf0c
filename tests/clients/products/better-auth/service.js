// A service with better-auth and the guide's `auth.js`.
import { createServer } from 'node:http';
import { toNodeHandler } from 'better-auth/node';
import { auth } from './auth.js';

createServer(toNodeHandler(auth)).listen(process.env.PORT, '127.0.0.1');
