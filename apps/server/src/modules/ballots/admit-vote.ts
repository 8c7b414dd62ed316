import type { Language } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { type Activity, type Candidate, roundAfter, roundAt, roundOnShow } from '#/modules/elections/index.ts';
import type { VoteOutcome } from './votes.store.ts';

/** Where a vote is to be written. */
type VoteTarget = {
  readonly round: number;
  /** The idol's tally in that round. */
  readonly pool: number;
  /**
   * What is said instead of that voting has ended, where it has not for others. The ledger is asked all the same: it gives
   * whoever voted before and heard no answer that first answer.
   */
  readonly refusal: Refusal | undefined;
};

/**
 * Finds the tally for a vote by when it was received: of an idol who is not in that round her last one, which is closed. Who
 * has withdrawn is for the ledger to say, which knows at once. Throws Refusal IDOL_NOT_FOUND where the idol never had any.
 */
export function voteTarget(activity: Activity, candidate: Candidate, receivedAt: Date): VoteTarget {
  const { rounds } = activity;
  const now = roundAt(rounds, receivedAt);
  const tally = candidate.tallies.find(({ round }) => round === now.round) ?? candidate.tallies.at(-1);
  if (!tally) throw new Refusal('IDOL_NOT_FOUND');
  return { round: tally.round, pool: tally.pool, refusal: outOfRound(activity, candidate, receivedAt) };
}

/** Why an idol of an activity takes no votes at a moment at which others may; nothing where she does, or nobody does. */
function outOfRound(activity: Activity, { tallies }: Candidate, at: Date): Refusal | undefined {
  const { rounds, closesAt, timeZone } = activity;
  if (at >= closesAt) return undefined;
  const now = roundAt(rounds, at);
  const next = roundAfter(rounds, now);
  const isIn = (number: number) => tallies.some(({ round }) => round === number);
  // Who takes part in a round is known when the one before it is settled.
  const isKnown = roundOnShow(rounds, at).round === now.round;
  if (isKnown && !isIn(now.round)) return new Refusal('IDOL_NOT_IN_ROUND');
  if (isKnown && at < now.closesAt) return undefined;
  const opening = isKnown ? next : now;
  if (!opening) return undefined;
  const hasLeft = isKnown ? now.status === 'settled' && !isIn(opening.round) : !isIn(now.round - 1);
  if (hasLeft) return new Refusal('IDOL_NOT_IN_ROUND');
  return at < opening.opensAt
    ? new Refusal('VOTING_BETWEEN_ROUNDS', { opensAt: eventTime(opening.opensAt, timeZone) })
    : new Refusal('ROUND_NOT_SETTLED');
}

const locales = { en_US: 'en-US', zh_TW: 'zh-Hant-TW' } as const;

/** A moment of an event in words, in the event's own time zone and with its name, such as `Nov 24, 8:00 PM (Asia/Taipei)`. */
function eventTime(at: Date, timeZone: string): Readonly<Record<Language, string>> {
  const inLanguage = (language: Language) => {
    const format = new Intl.DateTimeFormat(locales[language], {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
    return `${format.format(at)} (${timeZone})`;
  };
  return { en_US: inLanguage('en_US'), zh_TW: inLanguage('zh_TW') };
}

type RefusedVote = {
  readonly activity: Activity;
  readonly intent: { readonly num: number; readonly receivedAt: Date; readonly fan: { readonly joinedAt: Date } };
};

const hourMs = 3_600_000;

/** Says no to a vote that the ledger did not cast, with what could still be cast and when. */
export function refuse({ verdict, balance }: VoteOutcome, { activity, intent }: RefusedVote): void {
  switch (verdict) {
    case 'cast':
    case 'repeat':
      return;
    case 'insufficient':
      throw new Refusal('INSUFFICIENT_VOTES', { missing: intent.num - balance });
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'notOpen':
      throw new Refusal('VOTING_NOT_OPEN');
    case 'ended':
      throw new Refusal('VOTING_ENDED');
    case 'overCap':
      throw new Refusal('DAILY_CAP_REACHED', { left: balance });
    case 'tooYoung': {
      const from = new Date(intent.fan.joinedAt.getTime() + activity.minAccountAgeMs);
      const hours = activity.minAccountAgeMs / hourMs;
      throw new Refusal('ACCOUNT_TOO_YOUNG', { hours, from: eventTime(from, activity.timeZone) });
    }
    case 'overPaidShare': {
      const percent = activity.ruleSet?.document.paidShareMaxPercent ?? 100;
      throw new Refusal('PAID_SHARE_REACHED', { percent, left: balance });
    }
    case 'overEndingLimit': {
      const until = activity.endings.find(({ from }) => from > intent.receivedAt)?.from ?? activity.closesAt;
      throw new Refusal('ENDING_LIMIT_REACHED', { left: balance, until: eventTime(until, activity.timeZone) });
    }
    case 'withdrawn':
      throw new Refusal('IDOL_NOT_FOUND');
  }
}
