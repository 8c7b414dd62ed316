import type { ClaimTerms } from './claim-limits.store.ts';
import type { HoldCause } from './task.ts';

/** What is known of a claim when it comes. */
export type ClaimSigns = {
  /** Claims of the fan within the seconds of a hurry, without this one. */
  readonly claimsBefore: number;
  /** Tasks whose visits they began within those seconds of this one's, this one among them; 0 for other tasks. */
  readonly visitsBegun: number;
  /** Accounts that have claimed the task on the device and from the network today, this one among them. */
  readonly accountsOnDevice: number;
  readonly accountsFromNetwork: number;
};

/** Why a claim should be looked at before it is paid, if it should. The plainest sign is the one that is told. */
export function holdCause(signs: ClaimSigns, terms: ClaimTerms): HoldCause | undefined {
  if (signs.accountsOnDevice > terms.accountsOnDevice) return 'sharedDevice';
  if (signs.claimsBefore >= terms.hurryMost) return 'claimsInHurry';
  if (signs.visitsBegun > terms.hurryMost) return 'visitsInHurry';
  return signs.accountsFromNetwork > terms.accountsFromNetwork ? 'sharedNetwork' : undefined;
}
