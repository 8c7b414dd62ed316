import { Refusal } from '#/errors.ts';
import type { Activity } from './activities.view.ts';
import { eventTime } from './event-time.ts';
import type { VoteOutcome } from './votes.store.ts';

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
