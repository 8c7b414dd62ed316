import type { ReactNode, RefObject } from 'react';
import { AwardedNote } from '#/features/tasks/awarded-note.tsx';
import { claimErrorText } from '#/features/tasks/task-error-text.ts';
import { TaskNotice } from '#/features/tasks/task-notice.tsx';
import type { Task } from '#/features/tasks/task.ts';
import { useClaimTask } from '#/features/tasks/use-claim-task.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { QuizAnswerList } from './quiz-answer-list.tsx';
import type { Outcome } from './quiz.ts';

type QuizOutcomeProps = {
  outcome: Pick<Outcome, 'passed' | 'rightCount' | 'questionCount' | 'passMark'>;
  headingRef?: RefObject<HTMLHeadingElement | null>;
};

/** How an attempt came out, in a word and in numbers. */
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

/** After a pass: claim the reward, unless it is paid or held, and see the right answers. */
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
