import { readArguments } from '#/lib/read-arguments.ts';
import { analyticsReport, readUsage } from '#/modules/analytics/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { systemClock } from '#/lib/clock.ts';

const usage = `Usage:
  npm run analytics [-- --days 7]
      Prints what the web app measured, by day: screens, tasks and votes, web vitals, errors.`;

const dayMs = 24 * 60 * 60_000;
const days = readDays();

if (days === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  const until = systemClock.now();
  const from = new Date(until.getTime() - days * dayMs);
  await runOnDatabase(async ({ pools }) => {
    console.log(analyticsReport(await readUsage(pools.ownerPool, from, until)));
  });
}

function readDays(): number | undefined {
  const { values } = readArguments(usage, { options: { days: { type: 'string', default: '7' } } });
  return /^[1-9]\d{0,3}$/.test(values.days) ? Number(values.days) : undefined;
}
