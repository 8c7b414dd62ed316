import type { ReactNode, RefObject } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon, RefreshIcon } from '#/ui/icons/first-icons.tsx';
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
