import { type ReactNode, useState } from 'react';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { isClaimed } from '../task-action.ts';
import { TaskIcon } from '../task-icon.tsx';
import type { TaskSheetProps } from '../task-sheet-props.ts';
import { QuizAnswersAgain } from './quiz-answers-again.tsx';
import { QuizQuestion } from './quiz-question.tsx';
import { QuizResult } from './quiz-result.tsx';
import { QuizStart } from './quiz-start.tsx';
import { useQuizAttempt } from './use-quiz-attempt.ts';

/** A quiz from its start over one question after another to how it came out. */
export function QuizSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  const attempt = useQuizAttempt(task.taskId);
  const { stage } = attempt;
  // As it was when the sheet opened: who claims in it stays at how their attempt came out.
  const [isBack] = useState(isClaimed(task));
  return (
    <Sheet
      title={task.title}
      subtitle={stage.kind === 'start' ? task.description : undefined}
      media={stage.kind === 'start' ? <TaskIcon task={task} /> : undefined}
      // A press beside the sheet must not cost the time of a question.
      maskClosable={stage.kind !== 'question'}
      onClose={onClose}
    >
      {(close) => {
        if (isBack) return <QuizAnswersAgain task={task} onDone={close} />;
        const sheet = { task, attempt, onPaid, onDone: close };
        if (stage.kind === 'start') return <QuizStart {...sheet} isBack={stage.isBack} />;
        if (stage.kind === 'result') return <QuizResult {...sheet} outcome={stage.outcome} />;
        const { question, questionCount } = stage;
        return (
          <QuizQuestion
            key={question.questionId}
            question={question}
            questionCount={questionCount}
            isPending={attempt.isPending}
            error={attempt.error}
            onHandIn={attempt.handIn}
          />
        );
      }}
    </Sheet>
  );
}
