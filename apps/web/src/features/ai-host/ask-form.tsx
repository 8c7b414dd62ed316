import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { Button } from '#/ui/button.tsx';
import { isSendKey, writtenCharacters } from '#/ui/composer.ts';
import { TextAreaField, CheckboxField } from '#/ui/form-fields.tsx';
import { call } from '#/lib/api/call.ts';
import { useFailureText } from '#/lib/failure.ts';
import { QuestionChips } from './questions.tsx';
import { questionErrorText, useAsk } from './question-actions.ts';
import { changeRoom, refetchRoom } from './room-queries.ts';

const mostCharacters = 120;

const suggestions: readonly MessageId[] = [
  'agent.suggest.first',
  'agent.suggest.gap',
  'agent.suggest.end',
  'agent.suggest.points',
];

/** Takes the next question, and shows what the server objects to it. */
export function AskForm({ canAsk }: { canAsk: boolean }): ReactNode {
  const t = useText();
  const [question, setQuestion] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ask = useAsk(() => setQuestion(''));
  const count = writtenCharacters(question);
  const isTooLong = count > mostCharacters;

  const isTyped = question !== '';
  useEffect(() => (isTyped ? holdUnsavedWork() : undefined), [isTyped]);

  const write = (text: string) => {
    setQuestion(text);
    setEmpty(false);
    if (ask.error) ask.reset();
  };
  const submit = () => {
    setEmpty(count === 0);
    if (count > 0 && !isTooLong && !ask.isPending) ask.mutate(question.trim());
  };

  let error: string | undefined;
  if (isEmpty) error = t('agent.ask.empty');
  else if (isTooLong) error = t('agent.ask.tooLong', { most: mostCharacters });
  else if (ask.error) error = questionErrorText(ask.error, t);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextAreaField
        label={t('agent.ask.label')}
        placeholder={t('agent.ask.placeholder')}
        rows={2}
        value={question}
        error={error}
        hint={
          <span className="flex justify-between gap-3">
            <span>{t('agent.ask.hint')}</span>
            <span className="num shrink-0">{t('agent.ask.count', { count, most: mostCharacters })}</span>
          </span>
        }
        enterKeyHint="send"
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) {
            event.preventDefault();
            submit();
          }
        }}
      />
      <div className="mt-3">
        <QuestionChips
          label={t('agent.suggest')}
          questions={suggestions.map((suggestion) => t(suggestion))}
          onPick={(suggestion) => {
            write(suggestion);
            form.current?.querySelector('textarea')?.focus();
          }}
        />
      </div>
      <Button type="submit" size="large" className="mt-4" busy={ask.isPending} disabled={!canAsk || isTooLong}>
        {t('agent.ask.send')}
      </Button>
    </form>
  );
}

/** Asks whether the fan agrees to be shown as fan of the day. Taking it back acts at once. */
export function FeatureConsent({ agreed }: { agreed: boolean }): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const consent = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (isAgreed: boolean) =>
      call('POST /activity/api/v1/jplive/agent/feature', { body: { agreed: isAgreed } }),
    onSuccess: ({ mayBeFeatured }) => {
      changeRoom(queryClient, (room) => (room.mine ? { ...room, mine: { ...room.mine, mayBeFeatured } } : room));
      return refetchRoom(queryClient);
    },
  });
  return (
    <CheckboxField
      label={<span className="font-bold">{t('agent.featured.agree')}</span>}
      hint={t('agent.featured.agreeText')}
      error={consent.error ? (failureText(consent.error)?.detail ?? t('failure.server')) : undefined}
      checked={consent.isPending ? consent.variables : agreed}
      onChange={(isAgreed) => {
        if (!consent.isPending) consent.mutate(isAgreed);
      }}
    />
  );
}
