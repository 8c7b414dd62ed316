import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { QuizClock } from './quiz-clock.tsx';
import { quizErrorText } from './quiz-error-text.ts';
import { QuizOption } from './quiz-option.tsx';
import { QuizPicture } from './quiz-picture.tsx';
import { type Answer, chosenAfter, type Question, timeLeft } from './quiz.ts';

type QuizQuestionProps = {
  question: Question;
  questionCount: number;
  isPending: boolean;
  error: Error | null;
  onHandIn: (answer: Answer, isLast: boolean) => void;
};

/**
 * One question with its time. What is chosen when the time is over is handed in by itself; where nothing is chosen the
 * next question waits for the fan, so that nobody who was called away loses more than one.
 */
export function QuizQuestion({ question, questionCount, isPending, error, onHandIn }: QuizQuestionProps): ReactNode {
  const t = useText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { seconds, part } = timeLeft(question, useServerNow(Date.parse(question.dueAt)));
  const isOver = seconds === 0;
  // The options, one of which may have it, take no focus once the time is over.
  const goOn = useArrivingFocus<HTMLButtonElement>(isOver);
  // After it, so that a question whose time was over when it came is read first.
  const heading = useArrivingFocus<HTMLLegendElement>();
  const isLast = question.place === questionCount;
  const handIn = () => onHandIn({ questionId: question.questionId, optionIds: chosen }, isLast);

  useEffect(() => holdUnsavedWork(), []);
  const timeIsOver = useEffectEvent(() => {
    if (chosen.length > 0 && !isPending) handIn();
  });
  useEffect(() => {
    if (isOver) timeIsOver();
  }, [isOver]);

  return (
    <div className="mt-4 space-y-4">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="num mb-2 text-small font-semibold text-mute">
            {t('quiz.place', { place: question.place, count: questionCount })}
          </p>
          <ProgressBar label={t('quiz.progress')} done={question.place} total={questionCount} />
        </div>
        <QuizClock seconds={seconds} part={part} />
      </div>
      {question.picture ? <QuizPicture picture={question.picture} /> : null}
      <fieldset disabled={isOver || isPending} className="min-w-0">
        <legend ref={heading} tabIndex={-1} className="text-title leading-snug font-extrabold text-pretty outline-none">
          {question.text}
        </legend>
        <p className="mt-1 text-small text-mute">{t(`quiz.choose.${question.choice}`)}</p>
        <div className="mt-3 space-y-2.5">
          {question.options.map((option) => (
            <QuizOption
              key={option.optionId}
              choice={question.choice}
              name={question.questionId}
              text={option.text}
              checked={chosen.includes(option.optionId)}
              onChange={() => setChosen(chosenAfter(chosen, option.optionId, question.choice))}
            />
          ))}
        </div>
      </fieldset>
      {isOver && chosen.length === 0 ? (
        <p role="status" className="rounded-tile bg-warn-soft p-3.5 text-small font-semibold text-warn">
          {t('quiz.questionOver')}
        </p>
      ) : null}
      {error ? (
        <InlineAlert>
          {quizErrorText(error, t)} {refusalReason(error) === undefined ? t('quiz.sendAgainHint') : null}
        </InlineAlert>
      ) : null}
      <SpendButton ref={goOn} size="large" busy={isPending} disabled={chosen.length === 0 && !isOver} onClick={handIn}>
        {t(isLast ? 'quiz.finish' : 'quiz.next')}
      </SpendButton>
    </div>
  );
}
