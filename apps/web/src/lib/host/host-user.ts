/**
 * The fan as the host names them: what we cannot do without, and whatever else the host knows (nickname, fanCode, …),
 * as it came.
 */
export type HostUser = {
  readonly token: string;
  readonly accountId: string;
  readonly passportToken?: unknown;
  readonly [field: string]: unknown;
};

/** Reads a user of any origin. Whoever has no token or no account id is anonymous: null. */
export function parseHostUser(value: unknown): HostUser | null {
  const user = value as HostUser | null | undefined;
  const isSomebody = [user?.token, user?.accountId].every((field) => field && typeof field === 'string');
  return isSomebody ? (user ?? null) : null;
}
