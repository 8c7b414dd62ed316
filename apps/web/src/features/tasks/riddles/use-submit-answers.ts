import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import type { MyAnswers } from './riddle-round.ts';
import { myAnswersKey } from './use-riddles.ts';

type Given = { readonly riddleId: string; readonly answer: string };

/** Hands in answers; the last one to each riddle counts. Called back with all of the fan's in the round, and what was sent. */
export function useSubmitAnswers(roundId: string, onKept: (mine: MyAnswers, sent: readonly Given[]) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (answers: readonly Given[]) =>
      call('POST /task/api/v1/riddle/submitAnswers', { body: { roundId, answers: [...answers] } }),
    onSuccess: (mine, sent) => {
      queryClient.setQueryData(myAnswersKey(roundId, accountId), mine);
      onKept(mine, sent);
      showToast({ kind: 'success', title: text('riddles.saved') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.tasks });
    },
  });
}
