import { type ReactNode, useState, useEffect, useEffectEvent } from 'react';
import { TaskIcon } from '#/features/tasks/task-icon.tsx';
import { TaskNotice } from '#/features/tasks/task-notice.tsx';
import { isClaimed, type TaskSheetProps, type Task } from '#/features/tasks/task.ts';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { QuizAnswerList, QuizOutcome, QuizPassed, QuizPicture } from './quiz-outcome.tsx';
import { QuizStart } from './quiz-start.tsx';
import {
  type AttemptOutcome,
  useQuizAttempt,
  useQuizAnswers,
  quizErrorText,
  type QuizAnswer,
  chosenAfter,
  type AttemptQuestion,
  timeLeft,
} from './quiz.ts';

/** Shows a quiz from its start over one question after another to how it came out. */
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

/** Shows the result and answers of a quiz that was passed and claimed, also after its end. */
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
  outcome: AttemptOutcome;
  attempt: ReturnType<typeof useQuizAttempt>;
  onPaid: (points: number) => void;
  onDone: () => void;
};

/** Shows how an attempt came out: the reward and the right answers after a pass, else another try. */
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

type QuizQuestionProps = {
  question: AttemptQuestion;
  questionCount: number;
  isPending: boolean;
  error: Error | null;
  onHandIn: (answer: QuizAnswer, isLast: boolean) => void;
};

/**
 * Shows one question with its time limit. At the end the chosen option is submitted; without a choice the next question
 * waits, so that an absent fan loses only one.
 */
function QuizQuestion({ question, questionCount, isPending, error, onHandIn }: QuizQuestionProps): ReactNode {
  const t = useText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { seconds, part } = timeLeft(question, useServerNow(Date.parse(question.dueAt)));
  const isOver = seconds === 0;
  // An option may have the focus, so the options lose it when the time is over.
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

/** Below this the ring changes its colour and screen readers announce the time once. */
const shortSeconds = 10;

const radius = 24;
const around = 2 * Math.PI * radius;

/** Shows the seconds that are left of a question, in a ring that empties. */
function QuizClock({ seconds, part }: { seconds: number; part: number }): ReactNode {
  const t = useText();
  const isShort = seconds <= shortSeconds;
  return (
    <div role="timer" aria-label={t('quiz.secondsLeft', { seconds })} className="relative size-14 shrink-0">
      <svg viewBox="0 0 56 56" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="28" cy="28" r={radius} fill="none" strokeWidth="5" style={{ stroke: 'var(--raise)' }} />
        <circle
          cx="28"
          cy="28"
          r={radius}
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - part)}
          style={{ stroke: isShort ? 'var(--warn)' : 'var(--brand)', transition: 'stroke-dashoffset 1s linear' }}
        />
      </svg>
      <span
        aria-hidden="true"
        className={
          'num absolute inset-0 grid place-content-center text-title font-extrabold ' + (isShort ? 'text-warn' : '')
        }
      >
        {seconds}
      </span>
      <span role="status" className="sr-only">
        {isShort && seconds > 0 ? t('quiz.timeShort', { seconds: shortSeconds }) : ''}
      </span>
    </div>
  );
}

type QuizOptionProps = {
  choice: AttemptQuestion['choice'];
  name: string;
  text: string;
  checked: boolean;
  onChange: () => void;
};

/** Shows a quiz option, pressable as a whole: a radio button for a single choice, else a checkbox. */
function QuizOption({ choice, name, text, checked, onChange }: QuizOptionProps): ReactNode {
  return (
    <label
      className={
        'press flex min-h-14 items-center gap-3 rounded-tile border-2 border-line ' +
        'bg-bg px-4 py-3 has-checked:border-brand has-checked:bg-brand-soft ' +
        'has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-brand'
      }
    >
      <input
        type={choice === 'single' ? 'radio' : 'checkbox'}
        name={name}
        checked={checked}
        className="size-5 shrink-0 accent-brand"
        onChange={onChange}
      />
      <span className="min-w-0 text-body font-semibold">{text}</span>
    </label>
  );
}
