import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Task } from '../task.ts';
import { QuizOutcome } from './quiz-outcome.tsx';
import { QuizPassed } from './quiz-passed.tsx';
import type { Outcome } from './quiz.ts';
import type { useQuizAttempt } from './use-quiz-attempt.ts';

type QuizResultProps = {
  task: Task;
  outcome: Outcome;
  attempt: ReturnType<typeof useQuizAttempt>;
  onPaid: (points: number) => void;
  onDone: () => void;
};

/** How an attempt came out: the reward and the right answers after a pass, else the way to another try. */
export function QuizResult({ task, outcome, attempt, onPaid, onDone }: QuizResultProps): ReactNode {
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
