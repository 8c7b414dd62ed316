import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { systemClock } from '#/lib/clock.ts';
import { analyticsReport, readUsage } from '#/modules/analytics/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer } from './terminal.ts';

const dayMs = 24 * 60 * 60_000;

export function defineAnalytics(command: Command): void {
  command
    .option('--days <number>', 'how many days until now: 1 to 9999', parseDays, 7)
    .action(({ days }) => report(days));
}

function parseDays(word: string): number {
  if (/^[1-9]\d{0,3}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It is a whole number from 1 to 9999.');
}

async function report(days: number): Promise<void> {
  const until = systemClock.now();
  const from = new Date(until.getTime() - days * dayMs);
  await runOnDatabase(async ({ pools }) => {
    const usage = await readUsage(pools.ownerPool, from, until);
    answer(usage, analyticsReport(usage));
  });
}
