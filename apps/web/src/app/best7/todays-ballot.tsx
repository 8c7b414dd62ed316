import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BallotStrip } from '#/features/votes/best7/ballot-strip.tsx';
import type { Best7Poll } from '#/features/votes/best7/use-best7.ts';
import type { Idol } from '#/features/votes/standings.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';

type TodaysBallotProps = { mine: NonNullable<Best7Poll['mine']>; idols: readonly Idol[] };

/** The ballot that the fan has cast today, and when the next one can be. */
export function TodaysBallot({ mine: { today, nextBallotAt }, idols }: TodaysBallotProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <section aria-labelledby="todays-ballot" className="card">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-content-center rounded-full bg-ok-soft text-ok">
          <CheckIcon size={24} />
        </span>
        <div className="min-w-0">
          <h2 id="todays-ballot" className="text-title font-bold">
            {t('best7.todayTitle')}
          </h2>
          <p className="num text-small text-mute">
            {nextBallotAt ? t('best7.nextAt', { next: friendly(nextBallotAt) }) : t('best7.lastBallot')}
          </p>
        </div>
      </div>
      <div className="mt-4">
        <BallotStrip faces={idols} />
      </div>
      {today ? <p className="sr-only">{t('ballots.castAt', { at: friendly(today.castAt) })}</p> : null}
      <Link href="/best7-vote-records" className={`${buttonStyle('soft')} mt-4 w-full`}>
        {t('best7.myBallots')}
      </Link>
    </section>
  );
}
