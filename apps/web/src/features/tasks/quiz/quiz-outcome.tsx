import { type ReactNode, type RefObject, useState } from 'react';
import { claimErrorText } from '#/features/tasks/task-error-text.ts';
import { AwardedNote, TaskNotice } from '#/features/tasks/task-notice.tsx';
import type { Task } from '#/features/tasks/task.ts';
import { useClaimTask } from '#/features/tasks/use-tasks.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon, RefreshIcon, CloseIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { type AttemptOutcome, type QuizAnswers, type Picture, useQuizAnswers } from './quiz.ts';

type QuizOutcomeProps = {
  outcome: Pick<AttemptOutcome, 'passed' | 'rightCount' | 'questionCount' | 'passMark'>;
  headingRef?: RefObject<HTMLHeadingElement | null>;
};

/** Says how an attempt came out, in a word and in numbers. */
export function QuizOutcome({ outcome, headingRef }: QuizOutcomeProps): ReactNode {
  const t = useText();
  const { passed, rightCount, questionCount, passMark } = outcome;
  const Icon = passed ? CheckIcon : RefreshIcon;
  return (
    <div className={`rounded-tile px-5 py-7 text-center ${passed ? 'bg-ok-soft text-ok' : 'bg-raise'}`}>
      <span
        aria-hidden="true"
        className={`mx-auto grid size-14 place-content-center rounded-full bg-surface ${passed ? '' : 'text-mute'}`}
      >
        <Icon size={28} />
      </span>
      <h3 ref={headingRef} tabIndex={-1} className="mt-3 text-section font-extrabold outline-none">
        {t(passed ? 'quiz.passed' : 'quiz.failed')}
      </h3>
      <p className="num mt-1 text-body font-semibold">
        {t('quiz.rightCount', { right: rightCount, count: questionCount, needed: passMark })}
      </p>
    </div>
  );
}

type QuizPassedProps = { task: Task; onPaid: (points: number) => void; onDone: () => void };

/** Offers after a pass to claim the reward, unless it is paid or held, and to see the right answers. */
export function QuizPassed({ task, onPaid, onDone }: QuizPassedProps): ReactNode {
  const t = useText();
  const claim = useClaimTask(task, onPaid);
  return (
    <>
      {claim.error ? <InlineAlert>{claimErrorText(claim.error, t)}</InlineAlert> : null}
      {task.state === 'awarded' ? (
        <AwardedNote onDone={onDone} />
      ) : task.notice ? (
        <TaskNotice notice={task.notice} />
      ) : (
        <SpendButton size="large" className="num" busy={claim.isPending} onClick={claim.claim}>
          {t('visit.claim', { points: task.reward })}
        </SpendButton>
      )}
      <QuizAnswerList taskId={task.taskId} />
    </>
  );
}

/** Shows the right answers beside the fan's own. */
export function QuizAnswerList({ taskId, wanted = false }: { taskId: string; wanted?: boolean }): ReactNode {
  const t = useText();
  const [isOpen, setIsOpen] = useState(wanted);
  if (isOpen) return <Answers taskId={taskId} />;
  return (
    <Button variant="soft" size="large" onClick={() => setIsOpen(true)}>
      {t('quiz.showAnswers')}
    </Button>
  );
}

function Answers({ taskId }: { taskId: string }): ReactNode {
  const t = useText();
  const answers = useQuizAnswers(taskId);
  if (answers.isPending) {
    return (
      <LoadingRegion className="space-y-3">
        <Skeleton className="h-32 rounded-tile" />
        <Skeleton className="h-32 rounded-tile" />
      </LoadingRegion>
    );
  }
  if (!answers.data) {
    return (
      <LoadError
        text={t('quiz.answersError')}
        error={answers.error}
        retrying={answers.isFetching}
        onRetry={() => void answers.refetch()}
      />
    );
  }
  return (
    <ol aria-label={t('quiz.answers')} className="space-y-3">
      {answers.data.questions.map((question, index) => (
        <li key={index} className="rounded-tile bg-bg p-4">
          <AnsweredQuestion question={question} />
        </li>
      ))}
    </ol>
  );
}

function AnsweredQuestion({ question }: { question: QuizAnswers['questions'][number] }): ReactNode {
  const t = useText();
  return (
    <>
      {question.picture ? (
        <div className="mb-3">
          <QuizPicture picture={question.picture} small />
        </div>
      ) : null}
      <p className="font-bold text-pretty">{question.text}</p>
      <p className={`mt-0.5 text-caption font-bold ${question.right ? 'text-ok' : 'text-mute'}`}>
        {t(question.right ? 'quiz.answer.right' : question.answered ? 'quiz.answer.wrong' : 'quiz.answer.none')}
      </p>
      <ul className="mt-2.5 space-y-1.5">
        {question.options.map((option) => (
          <AnsweredOption key={option.text} option={option} />
        ))}
      </ul>
      {question.note ? <p className="mt-2.5 text-small text-mute">{question.note}</p> : null}
    </>
  );
}

function AnsweredOption({ option }: { option: QuizAnswers['questions'][number]['options'][number] }): ReactNode {
  const t = useText();
  const { text, right, chosen } = option;
  const Icon = right ? CheckIcon : CloseIcon;
  return (
    <li className={`flex items-start gap-2 text-small ${right ? 'font-bold text-ok' : 'text-mute'}`}>
      <span aria-hidden="true" className={right || chosen ? '' : 'invisible'}>
        <Icon size={18} />
      </span>
      <span className="min-w-0 flex-1">
        {text}
        {right ? <span className="sr-only"> {t('quiz.option.right')}</span> : null}
      </span>
      {chosen ? <span className="shrink-0 text-caption font-bold text-ink">{t('quiz.option.yours')}</span> : null}
    </li>
  );
}

/** Shows a drawing that came with its question: as a picture, so that nothing in it could be run. */
export function QuizPicture({ picture, small = false }: { picture: Picture; small?: boolean }): ReactNode {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture.svg)}`}
      alt={picture.alt}
      className={`w-auto max-w-full rounded-tile object-contain ${small ? 'h-24' : 'mx-auto h-48 shadow-lift'}`}
    />
  );
}
