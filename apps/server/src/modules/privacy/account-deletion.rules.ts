const dayMs = 24 * 60 * 60_000;

/** How long a sign-in takes back that an account is to be deleted. */
export const graceMs = 7 * dayMs;

/** When an account goes that was asked to be deleted at an instant. */
export function erasesAt(leavingSince: Date): Date {
  return new Date(leavingSince.getTime() + graceMs);
}

/** Whose days of grace are over now has been leaving since then at the latest. */
export function dueSince(now: Date): Date {
  return new Date(now.getTime() - graceMs);
}

/** Whether what was typed is the fan's own code; neither case nor spaces around it matter. */
export function isConfirmedBy(typed: string, fanCode: string): boolean {
  return typed.trim().toUpperCase() === fanCode;
}
