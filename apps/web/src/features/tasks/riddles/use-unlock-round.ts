import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

/** Unlocks a round of riddles for Points. */
export function useUnlockRound(roundId: string, onDone: () => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: 'POST /task/api/v1/riddle/consume',
    scope: `riddles:${roundId}`,
    affects: [queryKeys.tasks, queryKeys.assets],
    onDone,
  });
  return { unlock: () => mutate({ roundId }), isPending, error, unsettled };
}
