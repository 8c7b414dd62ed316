import type { UseQueryResult } from '@tanstack/react-query';
import { useConfig } from '#/lib/use-config.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';

type CurrentActivity = {
  /** Undefined while it is not known, null when no election is set. */
  readonly activityId: string | null | undefined;
  readonly config: UseQueryResult;
};

/** The election on show: the one in the address, else the deployment's current one. */
export function useCurrentActivityId(): CurrentActivity {
  const named = useQueryParameter('activityId');
  const config = useConfig();
  return { activityId: named ?? config.data?.currentActivityId, config };
}
