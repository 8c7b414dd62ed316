import { parseSettings } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { startServer } from '../../apps/server/src/start-server.ts';
import { addRoutesOfComparison } from './routes.ts';

/** The product's server as it runs in production, with the routes of comparison; a process of its own. */
const settings = parseSettings(process.env, process.cwd());
const server = await startServer(settings, createLog(settings.logLevel), { extend: addRoutesOfComparison });
const stop = () => void server.stop().finally(() => process.exit(0));
process.once('message', stop);
// Whoever started it is gone.
process.once('disconnect', stop);
process.send?.({ port: server.port });
