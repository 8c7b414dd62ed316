import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { remainingTime, urgency, useServerNow } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';

type CountdownProps = {
  /** The deadline, ISO 8601. */
  until: string;
  /** Runs once when the server's clock reaches it. */
  onOver?: () => void;
};

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Shows the days, hours, minutes and seconds left by the server's clock; gold within the last hour. Lives on a stage.
 */
export function Countdown({ until, onOver }: CountdownProps): ReactNode {
  const t = useText();
  const targetMs = Date.parse(until);
  const nowMs = useServerNow(targetMs);
  const state = urgency(targetMs, nowMs);
  const over = useEffectEvent(() => onOver?.());

  useEffect(() => {
    if (state === 'over') over();
  }, [state]);

  const left = remainingTime(targetMs, nowMs);
  const parts = [
    [left.days, t('countdown.days')],
    [left.hours, t('countdown.hours')],
    [left.minutes, t('countdown.minutes')],
    [left.seconds, t('countdown.seconds')],
  ] as const;
  const tone = state === 'last' ? 'bg-gold text-medal' : 'bg-black/30 text-white';
  return (
    <div role="timer" aria-live="off" aria-label={t('countdown.label', left)} className="flex flex-wrap gap-2">
      {parts.map(([value, unit]) => (
        <span
          key={unit}
          aria-hidden="true"
          className={`flex min-w-15 items-baseline justify-center gap-0.5 rounded-control px-2.5 py-2 ${tone}`}
        >
          <span className="num text-section leading-none font-extrabold">{two(value)}</span>
          <span className="text-caption font-semibold">{unit}</span>
        </span>
      ))}
    </div>
  );
}
