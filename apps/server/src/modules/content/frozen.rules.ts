import { isDeepStrictEqual } from 'node:util';
import type { Entry } from './pack.ts';
import { prizesOf } from './pack-rows.ts';
import { resolvePackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';

/** What an activity was published with. */
export type Published = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly timeZone: string;
  readonly dailyCap: number | null;
  readonly freeVotesPerDay: number;
  readonly votesPerTicket: number;
  readonly ticketAsset: string;
  readonly voteAsset: string;
  readonly rules: unknown;
  readonly prizes: unknown;
};

/** What an entry would publish, under the same names. */
function proposalOf(activity: Activity, anchoredAt: Date): Published {
  return {
    opensAt: resolvePackTime(activity.opensAt, anchoredAt),
    closesAt: resolvePackTime(activity.closesAt, anchoredAt),
    timeZone: activity.timeZone,
    dailyCap: activity.dailyCap ?? null,
    freeVotesPerDay: activity.freeVotesPerDay,
    votesPerTicket: activity.votesPerTicket,
    ticketAsset: activity.ticketAsset,
    voteAsset: activity.voteAsset,
    rules: activity.rules,
    prizes: prizesOf(activity),
  };
}

/**
 * The votes of a period are counted in their asset from the first application on; and tickets are sold, and may be turned
 * into votes, before it opens.
 */
const frozenFromTheStart = ['voteAsset', 'ticketAsset'] as const;
const frozenSinceOpening = [
  'opensAt',
  'closesAt',
  'timeZone',
  'dailyCap',
  'freeVotesPerDay',
  'votesPerTicket',
  'rules',
  'prizes',
] as const;

/** What an entry would change although fans were promised otherwise: the rules of an event are frozen when it opens. */
export function frozenChanges(
  entry: Entry<Activity>,
  published: Published,
  { anchoredAt, now }: { anchoredAt: Date; now: Date },
): Problem[] {
  const hasOpened = published.opensAt <= now;
  const proposal = proposalOf(entry.value, anchoredAt);
  return [...frozenFromTheStart, ...(hasOpened ? frozenSinceOpening : [])]
    .filter((field) => !isDeepStrictEqual(proposal[field], published[field]))
    .map((field) =>
      entry.problem(
        [field],
        `is ${shown(proposal[field])}, but activity ${entry.value.id} was published with ${shown(published[field])}; ` +
          `expected what was published${hasOpened ? ', because voting has opened' : ''}`,
      ),
    );
}

function shown(value: unknown): string {
  if (value === null) return 'no limit';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'other texts';
}
