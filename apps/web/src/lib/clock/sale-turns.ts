import type { Turn } from './ask-at-turns.ts';

/** What is for sale within a time of its own, as the server told it. */
type Sale = {
  readonly state: 'notOpen' | 'open' | 'soldOut' | 'ended';
  readonly opensAt: string;
  readonly closesAt: string | null;
};

/** When what is for sale opens or ends by itself. An opening is awaited where it is looked at to buy, not in passing. */
export function saleTurns(sales: readonly Sale[], { isAwaited }: { isAwaited: boolean }): readonly Turn[] {
  return sales.flatMap(({ state, opensAt, closesAt }): Turn[] => {
    if (state === 'notOpen') return [{ at: opensAt, isAwaited }];
    return state === 'open' && closesAt !== null ? [{ at: closesAt, isAwaited: false }] : [];
  });
}
