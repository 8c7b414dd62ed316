import type { Contract, DataOf } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { regionTexts } from '#/lib/region-texts.ts';

/** Who wants to take part, and from where. */
export type Participant = {
  readonly fan: Fan;
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined;
  readonly receivedAt: Date;
  /** The platform's, for times in refusals. */
  readonly timeZone: string;
};

type Terms = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
};

const hourMs = 60 * 60_000;

/** Whether a fan is in a region where it is on. An unknown country is in none. */
export function isInRegion({ regions }: Pick<Terms, 'regions'>, { country }: Pick<Participant, 'country'>): boolean {
  return regions === null || (country !== undefined && regions.includes(country));
}

export function regionClosed({ regions }: Pick<Terms, 'regions'>, { country }: Pick<Participant, 'country'>): Refusal {
  return new Refusal('LUCK_REGION_CLOSED', regionTexts(regions ?? [], country));
}

type Verdict = NonNullable<DataOf<Contract['GET /activity/api/v1/packet/getAllPacket']>[number]['mayTakePart']>;

/** Whether a fan may take part by region and account age, whatever the time of the campaign or packet. */
export function eligibilityOf(
  terms: Pick<Terms, 'regions' | 'minAccountAgeHours'>,
  { fan, country, receivedAt }: Omit<Participant, 'timeZone'>,
): Verdict {
  if (!isInRegion(terms, { country })) return { verdict: 'regionClosed', country: country ?? null };
  const from = oldEnoughFrom(terms, fan);
  return receivedAt < from ? { verdict: 'tooYoung', from: from.toISOString() } : { verdict: 'yes' };
}

function oldEnoughFrom({ minAccountAgeHours }: Pick<Terms, 'minAccountAgeHours'>, { joinedAt }: Fan): Date {
  return new Date(joinedAt.getTime() + minAccountAgeHours * hourMs);
}

/** The refusal of an account that is too young. */
export function tooYoung(
  terms: Pick<Terms, 'minAccountAgeHours'>,
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
export function assertEligible(campaign: Terms & { readonly endedAt: Date | null }, participant: Participant): void {
  const { receivedAt, timeZone } = participant;
  if (receivedAt < campaign.opensAt) {
    throw new Refusal('CAMPAIGN_NOT_OPEN', { opensAt: eventTime(campaign.opensAt, timeZone, receivedAt) });
  }
  if (receivedAt >= campaign.closesAt || campaign.endedAt !== null) throw new Refusal('CAMPAIGN_ENDED');
  const { verdict } = eligibilityOf(campaign, participant);
  if (verdict === 'regionClosed') throw regionClosed(campaign, participant);
  if (verdict === 'tooYoung') throw tooYoung(campaign, participant);
}
