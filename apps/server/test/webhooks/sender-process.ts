/** A server process that sends what is due on the database of the first argument, and is killed meanwhile. */
import { createJobs, createServices } from '#/app.ts';
import { parseSettings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';

const settings = parseSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, process.cwd());
const { db, appPool: pool, votePool } = createPools({ ownerUrl: process.argv[2] ?? '' });
const services = createServices({ settings, clock: systemClock, log: createLog('silent'), db, pool, votePool });
const job = (await createJobs(services)).find(({ id }) => id === 'deliver-webhooks');
await job?.run({}, { number: 1, last: false });
