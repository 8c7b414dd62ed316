import { eventTime } from '@lightstick/contract/zoned-date';
import { Refusal } from '#/errors.ts';
import type { Activity } from '#/modules/elections/index.ts';

/** What ledger.cast_vote_batch and cast_vote_batch_with_tickets decide about a vote. */
export type VoteVerdict =
  | 'cast'
  | 'repeat'
  | 'tooFew'
  | 'keyReused'
  | 'notOpen'
  | 'ended'
  | 'overCap'
  | 'tooYoung'
  | 'overPaidShare'
  | 'overEndingLimit'
  | 'withdrawn'
  | 'tooFewTickets'
  | 'conversionChanged';

const hourMs = 3_600_000;

/**
 * Throws the refusal of a vote that the ledger did not cast. `balance` is the number of votes that could be cast, of tickets
 * that could be converted, or of the votes that they bring; `refusal` replaces VOTING_ENDED.
 */
export function throwRefusal(
  { verdict, balance }: { readonly verdict: VoteVerdict; readonly balance: number },
  { activity, refusal }: { readonly activity: Activity; readonly refusal: Refusal | undefined },
  vote: {
    readonly num: number;
    readonly receivedAt: Date;
    readonly fan: { readonly joinedAt: Date };
    readonly conversion?: { readonly tickets: number } | undefined;
  },
): void {
  const { num, receivedAt, fan, conversion } = vote;
  switch (verdict) {
    case 'cast':
    case 'repeat':
      return;
    case 'tooFew':
      throw new Refusal('INSUFFICIENT_VOTES', { missing: num - balance });
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'notOpen':
      throw new Refusal('VOTING_NOT_OPEN');
    case 'ended':
      throw refusal ?? new Refusal('VOTING_ENDED');
    case 'overCap':
      throw new Refusal('DAILY_CAP_REACHED', { left: balance });
    case 'tooYoung': {
      const hours = activity.ruleSet?.document.minAccountAgeHours ?? 0;
      const from = new Date(fan.joinedAt.getTime() + hours * hourMs);
      throw new Refusal('ACCOUNT_TOO_YOUNG', { hours, from: eventTime(from, activity.timeZone, receivedAt) });
    }
    case 'overPaidShare': {
      const percent = activity.ruleSet?.document.paidShareMaxPercent ?? 100;
      throw new Refusal('PAID_SHARE_REACHED', { percent, left: balance });
    }
    case 'overEndingLimit': {
      const until = activity.endings.find(({ from }) => from > receivedAt)?.from ?? activity.closesAt;
      const shown = eventTime(until, activity.timeZone, receivedAt);
      throw new Refusal('ENDING_LIMIT_REACHED', { left: balance, until: shown });
    }
    case 'withdrawn':
      throw new Refusal('IDOL_WITHDRAWN');
    case 'tooFewTickets':
      throw new Refusal('INSUFFICIENT_TICKETS', { missing: (conversion?.tickets ?? 0) - balance });
    case 'conversionChanged':
      throw new Refusal('CONVERSION_CHANGED', { votes: balance });
    default:
      throw new Error(`The ledger answered a vote with the verdict ${String(verdict satisfies never)}`);
  }
}
