import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { refusalReason } from '#/lib/refusal-text.ts';

const route = 'GET /activity/api/v1/vote/ruleSet';

export type RuleSet = DataOf<Contract[typeof route]>;
export type RuleDocument = RuleSet['document'];

/** The election's own rules, refetched when their hash changes. */
type KnownRuleSet = Pick<RuleSet, 'hash' | 'isFrozen'> | null;

/** Loads the published rules of an election; null if there are none. Shown rules stay during a refetch. */
export function useRuleSet(activityId: string, known: KnownRuleSet): UseQueryResult<RuleSet | null> {
  return useQuery({
    queryKey: ['ruleSet', activityId, known?.hash, known?.isFrozen],
    placeholderData: (shown, query) => (query?.queryKey[1] === activityId ? shown : undefined),
    queryFn: ({ signal }) =>
      call(route, { query: { activityId } }, { signal }).catch((error: unknown) => {
        if (refusalReason(error) === 'RULES_NOT_PUBLISHED') return null;
        throw error;
      }),
  });
}

/** Formats a hash as people compare it at a glance: its first and its last eight digits. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}
