import { typedCode } from '@lightstick/contract/typed-text';

const dayMs = 24 * 60 * 60_000;

/** The period in which a sign-in cancels an account deletion. */
export const graceMs = 7 * dayMs;

/** Returns when an account with a deletion request is erased. */
export function erasesAt(deletionRequestedAt: Date): Date {
  return new Date(deletionRequestedAt.getTime() + graceMs);
}

/** Returns the instant before which deletion requests are due. */
export function dueSince(now: Date): Date {
  return new Date(now.getTime() - graceMs);
}

/** Returns whether the typed text is the fan's own code, without regard to case and surrounding spaces. */
export function isConfirmedBy(typed: string, fanCode: string): boolean {
  return typedCode(typed).toUpperCase() === fanCode;
}
