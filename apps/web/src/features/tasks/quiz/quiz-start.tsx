import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Task } from '#/features/tasks/task.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { quizErrorText, type useQuizAttempt, useQuiz, type Quiz } from './quiz.ts';
import { QuizOutcome, QuizPassed } from './quiz-outcome.tsx';

type QuizStartProps = {
  task: Task;
  attempt: ReturnType<typeof useQuizAttempt>;
  /** The fan has pressed to return here, on a button that is gone. */
  isBack: boolean;
  onPaid: (points: number) => void;
  onDone: () => void;
};

/** Shows the introduction before the clock starts, and the start button. */
export function QuizStart({ isBack, ...start }: QuizStartProps): ReactNode {
  const place = useArrivingFocus<HTMLDivElement>(isBack);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Start {...start} />
    </div>
  );
}

function Start({ task, attempt, onPaid, onDone }: Omit<QuizStartProps, 'isBack'>): ReactNode {
  const t = useText();
  const quiz = useQuiz(task.taskId);
  if (quiz.isPending) {
    return (
      <LoadingRegion className="mt-5 space-y-4">
        <Skeleton className="h-40 rounded-tile" />
        <Skeleton className="h-14 rounded-tile" />
      </LoadingRegion>
    );
  }
  if (!quiz.data) {
    return (
      <LoadError
        text={t('quiz.loadError')}
        error={quiz.error}
        retrying={quiz.isFetching}
        onRetry={() => void quiz.refetch()}
      />
    );
  }
  const { passed, lastOutcome } = quiz.data;
  return (
    <div className="mt-5 space-y-4">
      {passed && lastOutcome ? (
        <QuizOutcome outcome={lastOutcome} />
      ) : (
        <QuizTerms quiz={quiz.data} reward={task.reward} />
      )}
      {attempt.error ? <InlineAlert>{quizErrorText(attempt.error, t)}</InlineAlert> : null}
      <WayIn task={task} quiz={quiz.data} attempt={attempt} onPaid={onPaid} onDone={onDone} />
      <Link
        href="/feature-fan-question-rule"
        className="press flex min-h-11 items-center justify-center text-small font-bold text-brand"
      >
        {t('quiz.rules')}
      </Link>
    </div>
  );
}

type WayInProps = Omit<QuizStartProps, 'isBack'> & { quiz: Quiz };

function WayIn({ task, quiz, attempt, onPaid, onDone }: WayInProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [moreTime, setMoreTime] = useState(false);
  const go = (text: string, onClick: () => void) => (
    <SpendButton size="large" busy={attempt.isPending} onClick={onClick}>
      {text}
    </SpendButton>
  );
  if (quiz.passed) return <QuizPassed task={task} onPaid={onPaid} onDone={onDone} />;
  if (quiz.attempt === 'asking') {
    return (
      <>
        <Note>{t('quiz.running')}</Note>
        {go(t('quiz.continue'), () => attempt.ask(false))}
      </>
    );
  }
  if (quiz.attempt === 'asked') {
    return (
      <>
        <Note>{t('quiz.timeOver')}</Note>
        {go(t('quiz.seeResult'), attempt.complete)}
      </>
    );
  }
  if (quiz.triesLeft === 0) {
    return (
      <>
        <Note>{t('quiz.noTries', { time: friendly(quiz.triesResetAt) })}</Note>
        <Button size="large" variant="soft" onClick={onDone}>
          {t('common.done')}
        </Button>
      </>
    );
  }
  return (
    <>
      <CheckboxField
        label={t('quiz.moreTime')}
        hint={t('quiz.moreTimeHint', { seconds: quiz.secondsPerQuestion * quiz.moreTimeFactor })}
        checked={moreTime}
        onChange={setMoreTime}
      />
      {go(quiz.lastOutcome ? t('quiz.tryAgain') : t('quiz.begin'), () => attempt.ask(moreTime))}
    </>
  );
}

function Note({ children }: { children: ReactNode }): ReactNode {
  return <p className="rounded-tile bg-warn-soft p-3.5 text-small font-semibold text-warn">{children}</p>;
}

/** Says how long a quiz is, what it asks for and what it pays: four numbers and two sentences. */
function QuizTerms({ quiz, reward }: { quiz: Quiz; reward: number }): ReactNode {
  const t = useText();
  const { questionCount, passMark, secondsPerQuestion, triesLeft, triesPerDay, lastOutcome } = quiz;
  return (
    <>
      <dl className="grid grid-cols-2 gap-2.5">
        <Term term={t('quiz.terms.questions')} value={t('quiz.count', { count: questionCount })} />
        <Term term={t('quiz.terms.time')} value={t('quiz.seconds', { seconds: secondsPerQuestion })} />
        <Term term={t('quiz.terms.pass')} value={t('quiz.ofCount', { part: passMark, count: questionCount })} />
        <Term term={t('quiz.terms.tries')} value={t('quiz.ofCount', { part: triesLeft, count: triesPerDay })} />
      </dl>
      <p className="text-small text-mute">{t('quiz.how', { points: reward })}</p>
      {lastOutcome ? (
        <p className="num text-small font-semibold">
          {t('quiz.lastTime', { right: lastOutcome.rightCount, count: lastOutcome.questionCount })}
        </p>
      ) : null}
    </>
  );
}

function Term({ term, value }: { term: string; value: string }): ReactNode {
  return (
    <div className="flex flex-col-reverse gap-0.5 rounded-tile bg-raise p-3.5">
      <dt className="text-caption text-mute">{term}</dt>
      <dd className="num text-title font-extrabold">{value}</dd>
    </div>
  );
}
