import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Idol } from '../standings.ts';
import { Formation } from './formation.tsx';
import type { CastBallot } from './use-cast-ballot.ts';

type BallotSuccessProps = { ballot: CastBallot; idols: readonly Idol[]; onDone: () => void };

/** A ballot that has really been counted: the seven take the stage. */
export function BallotSuccess({ ballot, idols, onDone }: BallotSuccessProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const status = useArrivingFocus<HTMLDivElement>();
  const { nextBallotAt } = ballot;
  return (
    <div className="enter mt-5 space-y-4">
      <div className="stage rounded-card px-3 py-4 text-white">
        <Formation idols={idols} />
      </div>
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold text-balance">{t('best7.counted')}</p>
          <p className="num text-small font-semibold">
            {nextBallotAt ? t('best7.nextAt', { next: friendly(nextBallotAt) }) : t('best7.lastBallot')}
          </p>
        </div>
      </div>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}
