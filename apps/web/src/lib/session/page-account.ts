let accountId: string | undefined;

/** Returns the account that this page belongs to: the first one that signed in on it. Undefined until then. */
export function pageAccountId(): string | undefined {
  return accountId;
}

/** Gives the page to an account, unless it belongs to one. Returns whether it is that account's. */
export function claimPage(claimant: string): boolean {
  accountId ??= claimant;
  return accountId === claimant;
}

/** Lets a page begin without an account, before anything of one is on it: inside a host, the host says whose it is. */
export function releasePage(): void {
  accountId = undefined;
}
