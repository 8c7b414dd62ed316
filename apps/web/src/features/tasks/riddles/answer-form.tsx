import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { lengthAtMost, notBlank } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText, text } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { RiddleCard } from './riddle-card.tsx';
import { answerErrorText, myAnswersKey } from './use-riddles.ts';
import type { MyAnswers, Riddle } from './riddle-round.ts';

/** The contract's bound on one answer. */
const longestAnswer = 200;
const plan: FieldPlan = { label: 'riddles.answer', rules: [notBlank, lengthAtMost(longestAnswer)] };

type AnswerFormProps = { roundId: string; riddles: readonly Riddle[]; mine: MyAnswers['answers'] };

/** A field for each riddle. They are handed in together, as many as are filled in, and can be changed until the closing. */
export function AnswerForm({ roundId, riddles, mine }: AnswerFormProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const saved = new Map(mine.map((one) => [one.riddleId, one]));
  const form = useFields<string>(
    Object.fromEntries(riddles.map(({ riddleId }) => [riddleId, plan])),
    Object.fromEntries(mine.map(({ riddleId, answer }) => [riddleId, answer])),
  );
  const submission = useSubmitAnswers(roundId, (kept, sent) => {
    // As the server has tidied them up, unless the fan has been writing on.
    const keptAnswers = new Map(kept.answers.map(({ riddleId, answer }) => [riddleId, answer]));
    for (const { riddleId, answer } of sent) {
      if (form.values[riddleId] === answer) form.fields[riddleId]?.set(keptAnswers.get(riddleId) ?? answer);
    }
  });
  const changed = riddles
    .map(({ riddleId }) => ({ riddleId, answer: form.values[riddleId] ?? '' }))
    .filter(({ riddleId, answer }) => answer !== '' && answer !== saved.get(riddleId)?.answer);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!submission.isPending && form.check() && changed.length > 0) submission.mutate(changed);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      {riddles.map((riddle, index) => {
        const { riddleId } = riddle;
        const field = form.fields[riddleId];
        const answered = saved.get(riddleId);
        const isSaved = answered !== undefined && field?.value === answered.answer;
        return (
          <RiddleCard key={riddleId} riddle={riddle} number={index + 1}>
            <FormField
              label={t('riddles.answer')}
              error={field?.error}
              hint={
                isSaved ? (
                  <span className="inline-flex items-center gap-1 font-semibold text-ok">
                    <CheckIcon size={16} />
                    {t('riddles.savedAt', { when: friendly(answered.answeredAt) })}
                  </span>
                ) : undefined
              }
              autoComplete="off"
              enterKeyHint="done"
              value={field?.value ?? ''}
              onChange={(event) => field?.set(event.currentTarget.value)}
              onBlur={() => field?.leave()}
            />
          </RiddleCard>
        );
      })}
      {submission.error ? <InlineAlert>{answerErrorText(submission.error, t)}</InlineAlert> : null}
      <Button
        type="submit"
        size="large"
        busy={submission.isPending}
        disabled={changed.length === 0 && !submission.isPending}
      >
        {t(mine.length > 0 ? 'riddles.saveChanges' : 'riddles.save')}
      </Button>
      <p className="text-center text-small text-pretty text-mute">{t('riddles.lastCounts')}</p>
    </form>
  );
}

type Given = { readonly riddleId: string; readonly answer: string };

/**
 * Submits answers; the last one per riddle counts. Called back with all of the fan's answers in the round, and the sent
 * ones.
 */
function useSubmitAnswers(roundId: string, onKept: (mine: MyAnswers, sent: readonly Given[]) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (answers: readonly Given[]) =>
      call('POST /task/api/v1/riddle/submitAnswers', { body: { roundId, answers: [...answers] } }),
    onSuccess: async (mine, sent) => {
      await showAnswer(queryClient, { queryKey: myAnswersKey(roundId, accountId), exact: true }, () => mine);
      onKept(mine, sent);
      showToast({ kind: 'success', title: text('riddles.saved') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.tasks });
    },
  });
}
