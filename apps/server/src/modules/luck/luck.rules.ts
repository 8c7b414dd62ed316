import type { Contract, DataOf } from '@lightstick/contract';
import { eventTime } from '@lightstick/contract/zoned-date';
import { addDays, instantOfLocalTime, localDateAt, weekdayOf } from '#/lib/local-date.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { regionTexts } from '#/lib/region-texts.ts';
import type { Schedule } from './plan.ts';

/** One time that a plan's packet or campaign is on. The suffix tells it from the others of a plan; a single one has none. */
export type Occurrence = { readonly suffix: string; readonly opensAt: Date; readonly closesAt: Date };

const minuteMs = 60_000;

/**
 * Returns the occurrences that have not ended at `now` and open until `until`, in order. For a schedule after the
 * start, `now` is the start.
 */
export function occurrencesOf(schedule: Schedule, { now, until }: { now: Date; until: Date }): Occurrence[] {
  switch (schedule.kind) {
    case 'once': {
      const opensAt = new Date(schedule.opensAt);
      const closesAt = new Date(schedule.closesAt);
      return closesAt > now ? [{ suffix: '', opensAt, closesAt }] : [];
    }
    case 'afterStart':
      return [{ suffix: '', ...windowFrom(new Date(now.getTime() + schedule.minutes * minuteMs), schedule) }];
    case 'daily':
    case 'weekly':
      return repeatsOf(schedule, { now, until });
  }
}

type RepeatingSchedule = Extract<Schedule, { kind: 'daily' | 'weekly' }>;

function repeatsOf(schedule: RepeatingSchedule, { now, until }: { now: Date; until: Date }): Occurrence[] {
  const { timeZone, lastsMinutes } = schedule;
  const first = localDateAt(new Date(now.getTime() - lastsMinutes * minuteMs), timeZone);
  const last = localDateAt(until, timeZone);
  const times = schedule.kind === 'daily' ? schedule.at.toSorted() : [schedule.at];
  const occurrences: Occurrence[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (schedule.kind === 'weekly' && weekdayOf(date) !== schedule.weekday) continue;
    for (const time of times) {
      const window = windowFrom(instantOfLocalTime(date, time, timeZone), schedule);
      const isTooLate = schedule.until !== undefined && window.closesAt > new Date(schedule.until);
      if (window.closesAt <= now || window.opensAt > until || isTooLate) continue;
      occurrences.push({ suffix: `-${date.replaceAll('-', '')}-${time.replace(':', '')}`, ...window });
    }
  }
  return occurrences;
}

function windowFrom(opensAt: Date, { lastsMinutes }: { readonly lastsMinutes: number }) {
  return { opensAt, closesAt: new Date(opensAt.getTime() + lastsMinutes * minuteMs) };
}

/** How long a seed stays secret while prizes are drawn under it. */
export const epochMs = 7 * 24 * 60 * 60_000;
/** How much later than the end a request received before it may be written, as votes may. */
export const graceMs = 15_000;

type LuckWindow = { readonly opensAt: Date; readonly closesAt: Date; readonly endedAt: Date | null };

/** Returns the state of a packet or campaign. `isGone`: nothing of it is left. */
export function luckState(
  { opensAt, closesAt, endedAt }: LuckWindow,
  isGone: boolean,
  at: Date,
): 'notOpen' | 'open' | 'soldOut' | 'ended' {
  if (isGone) return at < closesAt ? 'soldOut' : 'ended';
  if (endedAt !== null || at >= closesAt) return 'ended';
  return at < opensAt ? 'notOpen' : 'open';
}

const order = { open: 0, notOpen: 1, soldOut: 2, ended: 2 } as const;

/** Orders what is open first (the one that ends first), then what comes (the next first), then what is over (newest first). */
export function byTurn<
  Row extends { readonly state: keyof typeof order; readonly opensAt: string; readonly closesAt: string },
>(a: Row, b: Row): number {
  const group = order[a.state];
  if (group !== order[b.state]) return group - order[b.state];
  if (group === 0) return a.closesAt < b.closesAt ? -1 : 1;
  if (group === 1) return a.opensAt < b.opensAt ? -1 : 1;
  return a.closesAt > b.closesAt ? -1 : 1;
}

/** Who wants to take part, and from where. */
export type Participant = {
  readonly fan: Fan;
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined;
  readonly receivedAt: Date;
  /** The platform's, for times in refusals. */
  readonly timeZone: string;
};

type ParticipationTerms = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
};

const hourMs = 60 * 60_000;

/** Returns whether a fan is in a region of the campaign or packet. An unknown country is in none. */
export function isInRegion(
  { regions }: Pick<ParticipationTerms, 'regions'>,
  { country }: Pick<Participant, 'country'>,
): boolean {
  return regions === null || (country !== undefined && regions.includes(country));
}

export function regionClosed(
  { regions }: Pick<ParticipationTerms, 'regions'>,
  { country }: Pick<Participant, 'country'>,
): Refusal {
  return new Refusal('LUCK_REGION_CLOSED', regionTexts(regions ?? [], country));
}

type ParticipationVerdict = NonNullable<
  DataOf<Contract['GET /activity/api/v1/packet/getAllPacket']>[number]['mayTakePart']
>;

/** Returns whether a fan may take part by region and account age, at any time of the campaign or packet. */
export function eligibilityOf(
  terms: Pick<ParticipationTerms, 'regions' | 'minAccountAgeHours'>,
  { fan, country, receivedAt }: Omit<Participant, 'timeZone'>,
): ParticipationVerdict {
  if (!isInRegion(terms, { country })) return { verdict: 'regionClosed', country: country ?? null };
  const from = oldEnoughFrom(terms, fan);
  return receivedAt < from ? { verdict: 'tooYoung', from: from.toISOString() } : { verdict: 'yes' };
}

function oldEnoughFrom(
  { minAccountAgeHours }: Pick<ParticipationTerms, 'minAccountAgeHours'>,
  { joinedAt }: Fan,
): Date {
  return new Date(joinedAt.getTime() + minAccountAgeHours * hourMs);
}

/** Returns the refusal of an account that is too young. */
export function tooYoung(
  terms: Pick<ParticipationTerms, 'minAccountAgeHours'>,
  { fan, timeZone, receivedAt }: Pick<Participant, 'fan' | 'timeZone' | 'receivedAt'>,
): Refusal {
  const from = eventTime(oldEnoughFrom(terms, fan), timeZone, receivedAt);
  return new Refusal('LUCK_ACCOUNT_TOO_YOUNG', { hours: terms.minAccountAgeHours, from });
}

/**
 * Asserts that a campaign is open to a fan: by the time the server received the call, by account age and region.
 *
 * @throws Refusal CAMPAIGN_NOT_OPEN, CAMPAIGN_ENDED, LUCK_ACCOUNT_TOO_YOUNG, LUCK_REGION_CLOSED
 */
export function assertEligible(
  campaign: ParticipationTerms & { readonly endedAt: Date | null },
  participant: Participant,
): void {
  const { receivedAt, timeZone } = participant;
  if (receivedAt < campaign.opensAt) {
    throw new Refusal('CAMPAIGN_NOT_OPEN', { opensAt: eventTime(campaign.opensAt, timeZone, receivedAt) });
  }
  if (receivedAt >= campaign.closesAt || campaign.endedAt !== null) throw new Refusal('CAMPAIGN_ENDED');
  const { verdict } = eligibilityOf(campaign, participant);
  if (verdict === 'regionClosed') throw regionClosed(campaign, participant);
  if (verdict === 'tooYoung') throw tooYoung(campaign, participant);
}
