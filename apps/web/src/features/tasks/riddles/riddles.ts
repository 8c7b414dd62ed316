import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type RiddleRound = DataOf<Contract['POST /task/api/v1/riddle/getRiddleList']>['rounds'][number];
export type Riddle = NonNullable<RiddleRound['riddles']>[number];
export type RiddleStatus = DataOf<Contract['POST /task/api/v1/riddle/getUserRiddleStatus']>['rounds'][number];
export type MyAnswers = DataOf<Contract['POST /task/api/v1/riddle/getMyAnswers']>;

/** Returns the latest result that has a pop-up to come, beyond the rounds that have been asked about already. */
export function resultToShow(statuses: readonly RiddleStatus[], asked: readonly string[]): RiddleStatus | undefined {
  return statuses.find(({ roundId, result, popShown }) => result !== null && !popShown && !asked.includes(roundId));
}

/** Tells whether a closed round is still to be marked, so that asking again soon is worth it. */
export function awaitsMarking(rounds: readonly RiddleRound[], statuses: readonly RiddleStatus[]): boolean {
  const closed = new Set(rounds.filter(({ state }) => state === 'closed').map(({ roundId }) => roundId));
  return statuses.some(({ roundId, result }) => result === null && closed.has(roundId));
}

type UnlockRefusal = ErrorOf<Contract['POST /task/api/v1/riddle/consume']>;
type AnswerRefusal = ErrorOf<Contract['POST /task/api/v1/riddle/submitAnswers']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const unlockTexts: Record<UnlockRefusal, MessageId> = {
  RIDDLE_ROUND_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ROUND_NOT_OPEN: 'riddles.refused.unpaid',
  RIDDLE_ROUND_ENDED: 'riddles.refused.unpaid',
  RIDDLE_ROUND_UNLOCKED: 'riddles.refused.unpaid',
  RIDDLE_ROUND_FULL: 'riddles.refused.server',
  INSUFFICIENT_POINTS: 'riddles.refused.tooFewPoints',
  TASK_SOLD_OUT: 'riddles.refused.unpaid',
  TASK_ACCOUNT_TOO_NEW: 'riddles.refused.unpaid',
  TASK_LEVEL_TOO_LOW: 'riddles.refused.unpaid',
  TASK_REGION_CLOSED: 'riddles.refused.unpaid',
  CLAIM_HELD: 'riddles.refused.held',
  CLAIM_REFUSED: 'riddles.refused.unpaid',
};

const answerTexts: Record<AnswerRefusal, MessageId> = {
  RIDDLE_ROUND_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ROUND_NOT_OPEN: 'riddles.refused.server',
  RIDDLE_ROUND_ENDED: 'riddles.refused.tooLate',
  RIDDLE_ROUND_LOCKED: 'riddles.refused.server',
  RIDDLE_NOT_FOUND: 'riddles.refused.gone',
  RIDDLE_ANSWER_EMPTY: 'riddles.refused.server',
};

export function unlockErrorText(error: Error, t: Translate): string {
  return refusalText(error, unlockTexts, t);
}

export function answerErrorText(error: Error, t: Translate): string {
  return refusalText(error, answerTexts, t);
}

/** Part of the tasks, whose cards tell of riddles too. */
export const riddlesKey = [...queryKeys.tasks, 'riddles'] as const;

const markingMs = 10_000;
const closingMs = 5_000;

export type Riddles = { readonly rounds: readonly RiddleRound[]; readonly statuses: readonly RiddleStatus[] };

/** Loads the rounds and the fan's progress in unlocked ones. Refetched until closed rounds are marked. */
export function useRiddles(): UseQueryResult<Riddles> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...riddlesKey, accountId],
    queryFn: async ({ signal }): Promise<Riddles> => {
      const [list, status] = await Promise.all([
        call('POST /task/api/v1/riddle/getRiddleList', { body: {} }, { signal }),
        accountId === undefined
          ? undefined
          : call('POST /task/api/v1/riddle/getUserRiddleStatus', { body: {} }, { signal }),
      ]);
      return { rounds: list.rounds, statuses: status?.rounds ?? [] };
    },
    refetchInterval: ({ state: { data } }) => (data && awaitsMarking(data.rounds, data.statuses) ? markingMs : false),
  });
}

export const myAnswersKey = (roundId: string, accountId: string | undefined) =>
  [...riddlesKey, accountId, 'mine', roundId] as const;

/** Loads what the fan has answered in a round they have unlocked. */
export function useMyAnswers(roundId: string, enabled = true): UseQueryResult<MyAnswers> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: myAnswersKey(roundId, accountId),
    queryFn: ({ signal }) => call('POST /task/api/v1/riddle/getMyAnswers', { body: { roundId } }, { signal }),
    enabled,
  });
}

/** Loads what solved the riddles of a round; null, and asked again, while the server still has it as open. */
export function useCorrectAnswers(roundId: string) {
  return useQuery({
    queryKey: [...riddlesKey, 'correct', roundId],
    queryFn: ({ signal }) =>
      call('POST /task/api/v1/riddle/getCorrectAnswers', { body: { roundId } }, { signal }).catch((error: unknown) => {
        if (refusalReason(error) === 'RIDDLE_ROUND_NOT_CLOSED') return null;
        throw error;
      }),
    refetchInterval: ({ state: { data } }) => (data === null ? closingMs : false),
  });
}
