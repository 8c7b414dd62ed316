import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';

/** From here on the time is short: the ring changes its colour, and screen readers are told, once. */
const shortSeconds = 10;

const radius = 24;
const around = 2 * Math.PI * radius;

/** The seconds that are left of a question, in a ring that empties. */
export function QuizClock({ seconds, part }: { seconds: number; part: number }): ReactNode {
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
        className={`num absolute inset-0 grid place-content-center text-title font-extrabold ${isShort ? 'text-warn' : ''}`}
      >
        {seconds}
      </span>
      <span role="status" className="sr-only">
        {isShort && seconds > 0 ? t('quiz.timeShort', { seconds: shortSeconds }) : ''}
      </span>
    </div>
  );
}
