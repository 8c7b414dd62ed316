import type { RuleSet } from './use-rule-set.ts';

/** From when on a frozen rule set could not change: from the opening, or where it was published after that from then on. */
export function frozenSince({ publishedAt, document: { opensAt } }: RuleSet): string {
  return isLate({ publishedAt, opensAt }) ? publishedAt : opensAt;
}

/** Whether votes were cast before the rules were published, whose receipts name none. */
export function isLate({ publishedAt, opensAt }: { readonly publishedAt: string; readonly opensAt: string }): boolean {
  return Date.parse(publishedAt) > Date.parse(opensAt);
}
