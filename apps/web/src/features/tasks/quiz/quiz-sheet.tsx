import { type ReactNode, useState } from 'react';
import { isClaimed } from '#/features/tasks/task-action.ts';
import { TaskIcon } from '#/features/tasks/task-icon.tsx';
import { TaskNotice } from '#/features/tasks/task-notice.tsx';
import type { TaskSheetProps } from '#/features/tasks/task-sheet-props.ts';
import type { Task } from '#/features/tasks/task.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { QuizAnswerList } from './quiz-answer-list.tsx';
import { QuizOutcome, QuizPassed } from './quiz-outcome.tsx';
import { QuizQuestion } from './quiz-question.tsx';
import { QuizStart } from './quiz-start.tsx';
import type { Outcome } from './quiz.ts';
import { useQuizAttempt, useQuizAnswers } from './use-quiz-attempt.ts';

/** A quiz from its start over one question after another to how it came out. */
export function QuizSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  const attempt = useQuizAttempt(task.taskId);
  const { stage } = attempt;
  // Read when the sheet opens: a fan who claims here keeps seeing the result of the attempt.
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

type QuizAnswersAgainProps = { task: Task; onDone: () => void };

/** The result and answers of a quiz that was passed and claimed, also after its end. */
function QuizAnswersAgain({ task, onDone }: QuizAnswersAgainProps): ReactNode {
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

type QuizResultProps = {
  task: Task;
  outcome: Outcome;
  attempt: ReturnType<typeof useQuizAttempt>;
  onPaid: (points: number) => void;
  onDone: () => void;
};

/** How an attempt came out: the reward and the right answers after a pass, else the way to another try. */
function QuizResult({ task, outcome, attempt, onPaid, onDone }: QuizResultProps): ReactNode {
  const heading = useArrivingFocus<HTMLHeadingElement>();
  return (
    <div className="mt-5 space-y-4">
      <QuizOutcome outcome={outcome} headingRef={heading} />
      {outcome.passed ? (
        <QuizPassed task={task} onPaid={onPaid} onDone={onDone} />
      ) : (
        <Failed outcome={outcome} attempt={attempt} onDone={onDone} />
      )}
    </div>
  );
}

function Failed({ outcome, attempt, onDone }: Pick<QuizResultProps, 'outcome' | 'attempt' | 'onDone'>): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { triesLeft, triesResetAt } = outcome;
  return (
    <>
      <p className="num text-center text-small text-mute">
        {triesLeft > 0
          ? t('quiz.triesLeft', { tries: triesLeft })
          : t('quiz.noTries', { time: friendly(triesResetAt) })}
      </p>
      {triesLeft > 0 ? (
        <Button size="large" onClick={attempt.toStart}>
          {t('quiz.tryAgain')}
        </Button>
      ) : (
        <Button size="large" variant="soft" onClick={onDone}>
          {t('common.done')}
        </Button>
      )}
    </>
  );
}
