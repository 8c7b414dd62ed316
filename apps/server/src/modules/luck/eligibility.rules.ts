import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { eventTime } from '#/lib/event-time.ts';
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

/** The refusal of an account that is too young. */
export function tooYoung(
  { minAccountAgeHours: hours }: Pick<Terms, 'minAccountAgeHours'>,
  { fan, timeZone }: Pick<Participant, 'fan' | 'timeZone'>,
): Refusal {
  const from = new Date(fan.joinedAt.getTime() + hours * hourMs);
  return new Refusal('LUCK_ACCOUNT_TOO_YOUNG', { hours, from: eventTime(from, timeZone) });
}

/**
 * Asserts that a campaign is open to a fan: by the time the server received the call, by account age and region.
 *
 * @throws Refusal CAMPAIGN_NOT_OPEN, CAMPAIGN_ENDED, LUCK_ACCOUNT_TOO_YOUNG, LUCK_REGION_CLOSED
 */
export function assertEligible(campaign: Terms & { readonly endedAt: Date | null }, participant: Participant): void {
  const { fan, receivedAt, timeZone } = participant;
  if (receivedAt < campaign.opensAt) {
    throw new Refusal('CAMPAIGN_NOT_OPEN', { opensAt: eventTime(campaign.opensAt, timeZone) });
  }
  if (receivedAt >= campaign.closesAt || campaign.endedAt !== null) throw new Refusal('CAMPAIGN_ENDED');
  if (receivedAt.getTime() < fan.joinedAt.getTime() + campaign.minAccountAgeHours * hourMs) {
    throw tooYoung(campaign, participant);
  }
  if (!isInRegion(campaign, participant)) throw regionClosed(campaign, participant);
}
