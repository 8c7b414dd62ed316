import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AwardedNote } from '../awarded-note.tsx';
import { claimErrorText } from '../task-error-text.ts';
import { TaskNotice } from '../task-notice.tsx';
import type { Task } from '../task.ts';
import { useClaimTask } from '../use-claim-task.ts';
import { QuizAnswerList } from './quiz-answer-list.tsx';

type QuizPassedProps = { task: Task; onPaid: (points: number) => void; onDone: () => void };

/** What is left to do after a pass: fetch the reward, unless it is paid or cannot be, and see the right answers. */
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
