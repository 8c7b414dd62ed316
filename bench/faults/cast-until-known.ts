import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, sendVote, type Vote } from './send-vote.ts';
import type { Sheet } from './sheet.ts';

const pauseMs = 150;
/** Longer than any recovery; who is still without an answer then has found a fault. */
const patienceMs = 90_000;

export type Casting = {
  readonly address: string;
  readonly sheet: Sheet;
  /** Told of every vote answered, with the instant at which it was sent for the last time. */
  readonly onAnswered: (sentMs: number) => void;
};

/** Sends a vote with the same key until its outcome is known, and notes everything that was seen on the way. */
export async function castUntilKnown({ address, sheet, onAnswered }: Casting, vote: Vote): Promise<void> {
  const giveUpMs = performance.now() + patienceMs;
  for (let isResend = false; performance.now() < giveUpMs; isResend = true) {
    if (isResend) {
      await sleep(pauseMs * (0.5 + Math.random()));
      sheet.resends += 1;
    }
    const sentMs = performance.now();
    const sentAt = new Date();
    const outcome = await sendVote(address, vote);
    if (outcome.kind === 'answered') {
      const { answer } = outcome;
      const isReplay = isResend && new Date(answer.receipt.receivedAt) < sentAt;
      sheet.told.push({ vote, answer, refusal: undefined, isReplay });
      onAnswered(sentMs);
      return;
    }
    if (outcome.kind === 'refused') {
      sheet.told.push({ vote, answer: undefined, refusal: outcome.reason, isReplay: false });
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
