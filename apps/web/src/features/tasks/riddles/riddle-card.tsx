import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import type { Riddle } from './riddle-round.ts';

type RiddleCardProps = { riddle: Riddle; number: number; children: ReactNode };

/** A riddle with its number and hint, and its answer below. */
export function RiddleCard({ riddle, number, children }: RiddleCardProps): ReactNode {
  const t = useText();
  return (
    <article aria-label={t('riddles.number', { number })} className="rounded-tile bg-bg p-4">
      <div className="flex gap-3">
        <span
          aria-hidden="true"
          className="num grid size-9 shrink-0 place-content-center rounded-full bg-brand-soft text-small font-extrabold text-brand"
        >
          {number}
        </span>
        <p className="min-w-0 pt-1 text-body leading-relaxed font-semibold text-pretty">{riddle.text}</p>
      </div>
      <p className="mt-3 flex items-start gap-2 text-small text-pretty text-mute">
        <SparkleIcon size={16} className="mt-0.5 shrink-0" />
        <span>
          <span className="font-bold">{t('riddles.hint')}</span> {riddle.hint}
        </span>
      </p>
      <div className="mt-3">{children}</div>
    </article>
  );
}
