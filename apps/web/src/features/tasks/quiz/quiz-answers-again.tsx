import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { TaskNotice } from '../task-notice.tsx';
import type { Task } from '../task.ts';
import { QuizAnswerList } from './quiz-answer-list.tsx';
import { QuizOutcome } from './quiz-outcome.tsx';
import { useQuizAnswers } from './use-quiz.ts';

type QuizAnswersAgainProps = { task: Task; onDone: () => void };

/** For whoever comes back to a quiz that was passed and claimed: how it came out and its answers, also after it has ended. */
export function QuizAnswersAgain({ task, onDone }: QuizAnswersAgainProps): ReactNode {
  const t = useText();
  const answers = useQuizAnswers(task.taskId);
  return (
    <div className="mt-5 space-y-4">
      {answers.data ? <QuizOutcome outcome={answers.data} /> : null}
      {task.notice ? <TaskNotice notice={task.notice} /> : null}
      <QuizAnswerList taskId={task.taskId} wanted />
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}
