import { createInterface } from 'node:readline';
import type { Pool } from 'pg';
import { eventTime } from '@lightstick/contract/zoned-date';
import { explain, fail, readArguments } from '#/lib/read-arguments.ts';
import { type MoveOfEnd, MoveRefused, moveEnd, type PlannedMove, planMove } from '#/modules/elections/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { systemClock } from '#/lib/clock.ts';

const usage = `Usage:
  npm run election -- move-end ID TIME --why TEXT [--round N] [--reason en_US=TEXT --reason zh_TW=TEXT] [--yes]
      Moves the end of an election that has opened and is not closed, or of one of its rounds. It prints what the move
      does, and asks for the id of the election before it moves anything; --yes answers that.
      TIME has a zone: 2026-12-09T21:00:00+08:00.
      TEXT has 2 to 500 characters. It is written to the audit log, and voters read it in a notice and beside the rules;
      with --reason in both languages they read those instead.
Exit codes: 0 moved, or it ends then already; 1 refused, failed or not confirmed, nothing was changed; 2 wrong usage.`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const given = readArguments(usage, {
  allowPositionals: true,
  options: {
    why: { type: 'string' },
    reason: { type: 'string', multiple: true },
    round: { type: 'string' },
    yes: { type: 'boolean' },
  },
});
await run(given);

async function run({ values, positionals }: typeof given): Promise<void> {
  const wish = wishOf(values, positionals);
  if (!wish) return explain(usage);
  await runOnDatabase(async ({ pools }) => {
    try {
      await planAndMove(pools.ownerPool, wish, values.yes ?? false);
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      fail(error.message);
    }
  });
}

/** Parses the arguments; undefined for wrong words. */
function wishOf(
  { why, round, reason = [] }: (typeof given)['values'],
  words: readonly string[],
): MoveOfEnd | undefined {
  const [action, activityId, to, ...rest] = words;
  const texts = new Map(reason.map((text) => [text.slice(0, 6), text.slice(6)]));
  const [english, chinese] = [texts.get('en_US='), texts.get('zh_TW=')];
  if (action !== 'move-end' || !activityId || !to || rest.length > 0 || why === undefined) return undefined;
  if (round !== undefined && !/^[1-9]\d?$/.test(round)) return undefined;
  if (reason.length > 0 && (reason.length !== 2 || !english || !chinese)) return undefined;
  return {
    activityId,
    to,
    why,
    round: round === undefined ? undefined : Number(round),
    reason: english && chinese ? { en_US: english, zh_TW: chinese } : undefined,
  };
}

async function planAndMove(ownerPool: Pool, wish: MoveOfEnd, isConfirmed: boolean): Promise<void> {
  const plan = await planMove(ownerPool, wish);
  if (!plan) return console.log('It ends then already; nothing to do.');
  console.log(describe(plan, systemClock.now()));
  if (!isConfirmed && (await ask(`Type ${wish.activityId} to move the end: `)) !== wish.activityId) {
    return fail('Not confirmed; nothing was changed.');
  }
  await moveEnd(ownerPool, wish, plan.formerEnd);
  console.log('The end is moved. Every countdown follows within seconds; voters get their notice within minutes.');
}

function describe(plan: PlannedMove, now: Date): string {
  const { formerEnd, newEnd, timeZone, reason, round, rounds } = plan;
  const formatTime = (at: Date) => `${eventTime(at, timeZone, now).en_US}, ${at.toISOString()}`;
  const isLater = newEnd > formerEnd;
  const leftMs = newEnd.getTime() - now.getTime();
  const limits = plan.limitsMinutes.map((minutes) => `${minutes} minutes`).join(' and ');
  return [
    `Election ${plan.activityId}, ${plan.title.en_US} / ` +
      `${plan.title.zh_TW}${rounds > 1 ? `, round ${round} of ${rounds}` : ''}`,
    `  ends      ${formatTime(formerEnd)}`,
    `  will end  ${formatTime(newEnd)}: ${duration(Math.abs(newEnd.getTime() - formerEnd.getTime()))} ` +
      (isLater ? 'later' : 'earlier'),
    `  voters    ${plan.voters} get a notice: ${reason.en_US} / ${reason.zh_TW}`,
    ...(leftMs < hourMs ? [`  WARNING   only ${duration(leftMs)} are left to vote`] : []),
    ...(formerEnd <= now ? ['  WARNING   the end has passed: voting opens again'] : []),
    ...(limits
      ? [`  limits    of the last ${limits} move along; those that have begun stay for votes already cast`]
      : []),
    ...(plan.freezeMinutes > 0
      ? [
          `  count     hidden from ${plan.freezeMinutes} minutes before the new end; ` +
            'a count that is hidden already stays so',
        ]
      : []),
    ...(round === rounds
      ? ['  lapse     unused tickets and votes lapse when the result is final, after the new end']
      : []),
    '  stays     rules, their hash and the content pack keep the former end; so do tasks, offers and banners',
  ].join('\n');
}

function duration(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : 'less than a minute';
}

/** Asks for the first line of the standard input; undefined without one. */
async function ask(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line.trim();
  return undefined;
}
