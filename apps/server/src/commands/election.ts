import { createInterface } from 'node:readline';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { eventTime } from '@lightstick/contract/zoned-date';
import { type MoveOfEnd, MoveRefused, moveEnd, type PlannedMove, planMove } from '#/modules/elections/index.ts';
import { systemClock } from '#/lib/clock.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail, tell } from './terminal.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export function defineElection(command: Command): void {
  command
    .command('move-end')
    .description(
      'Moves the end of an election that has opened and is not closed, or of one of its rounds. It tells what the ' +
        'move does, and asks for the id of the election before it moves anything.',
    )
    .argument('<id>', 'the id of the election')
    .argument('<time>', 'the new end, with a zone: 2026-12-09T21:00:00+08:00')
    .requiredOption('--why <text>', 'the reason, 2 to 500 characters: in the audit log, and what voters read')
    .option('--reason <language=text>', 'what voters read instead, once for en_US and once for zh_TW', addReason, {})
    .option('--round <number>', 'the round, if it is not the last one that has opened', parseRound)
    .option('--yes', 'answers the question', false)
    .addHelpText('after', '\nExit codes: 0 moved, or it ends then already; 1 refused or not confirmed; 2 wrong usage.')
    .action((activityId, to, { why, reason, round, yes }, self) => {
      const { en_US, zh_TW } = reason;
      if ((en_US === undefined) !== (zh_TW === undefined)) self.error('error: give --reason in both languages.');
      const wish = { activityId, to, why, round, reason: en_US && zh_TW ? { en_US, zh_TW } : undefined };
      return move(wish, yes);
    });
}

type Reason = Partial<NonNullable<MoveOfEnd['reason']>>;

function addReason(word: string, given: Reason): Reason {
  const [, language, text] = /^(en_US|zh_TW)=(.+)$/s.exec(word) ?? [];
  if (language === undefined) throw new InvalidArgumentError('It is like en_US=TEXT or zh_TW=TEXT.');
  return { ...given, [language]: text };
}

function parseRound(word: string): number {
  if (/^[1-9]\d?$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It is the number of a round.');
}

async function move(wish: MoveOfEnd, isConfirmed: boolean): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      await planAndMove(pools.ownerPool, wish, isConfirmed);
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      fail(error.message);
    }
  });
}

async function planAndMove(ownerPool: Pool, wish: MoveOfEnd, isConfirmed: boolean): Promise<void> {
  const plan = await planMove(ownerPool, wish);
  if (!plan) return answer({ isMoved: false }, 'It ends then already; nothing to do.');
  tell(describe(plan, systemClock.now()));
  if (!isConfirmed && (await ask(`Type ${wish.activityId} to move the end: `)) !== wish.activityId) {
    return fail('Not confirmed; nothing was changed.');
  }
  await moveEnd(ownerPool, wish, plan.formerEnd);
  answer(
    { isMoved: true, formerEnd: plan.formerEnd, newEnd: plan.newEnd, voters: plan.voters },
    'The end is moved. Every countdown follows within seconds; voters get their notice within minutes.',
  );
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
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line.trim();
  return undefined;
}
