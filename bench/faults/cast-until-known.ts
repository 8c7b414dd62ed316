import { setTimeout as sleep } from 'node:timers/promises';
import type { Recoveries } from './recoveries.ts';
import { type Outcome, sendVote, type Vote } from './send-vote.ts';
import type { Sheet } from './sheet.ts';

const pauseMs = 150;
/** Longer than any recovery; who is still without an answer then has found a fault. */
const patienceMs = 90_000;

export type Casting = {
  readonly addresses: readonly [string, ...string[]];
  readonly sheet: Sheet;
  readonly recoveries: Recoveries;
};

/**
 * Sends a vote with the same key until its outcome is known, and notes everything that was seen on the way.
 *
 * @param home which server is asked first; after trouble the next one is
 */
export async function castUntilKnown(casting: Casting, vote: Vote, home: number): Promise<void> {
  const { addresses, sheet, recoveries } = casting;
  const giveUpMs = performance.now() + patienceMs;
  for (let sendings = 0; performance.now() < giveUpMs; sendings += 1) {
    if (sendings > 0) {
      await sleep(pauseMs * (0.5 + Math.random()));
      sheet.resends += 1;
    }
    const address = addresses[(home + sendings) % addresses.length] ?? addresses[0];
    const begunMs = performance.now();
    const sentMs = Date.now();
    const outcome = await sendVote(address, vote);
    if (outcome.kind === 'answered' || outcome.kind === 'refused') {
      const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
      const refusal = outcome.kind === 'refused' ? outcome.reason : undefined;
      const isReplay = sendings > 0 && answer !== undefined && new Date(answer.receipt.receivedAt).getTime() < sentMs;
      sheet.told.push({ vote, answer, refusal, isReplay, address, sentMs, toldMs: Date.now() });
      recoveries.noteAnswer(address, begunMs);
      return;
    }
    noteTrouble(sheet, outcome);
  }
  sheet.wrong.push(`no answer to vote ${vote.key} for ${patienceMs / 1000} s`);
}

function noteTrouble(sheet: Sheet, outcome: Exclude<Outcome, { kind: 'answered' | 'refused' }>): void {
  if (outcome.kind === 'unreached') sheet.unreached += 1;
  else if (outcome.kind === 'unknown') sheet.unknown[outcome.reason] += 1;
  else sheet.wrong.push(`status ${outcome.status} with code ${outcome.code}`);
}
