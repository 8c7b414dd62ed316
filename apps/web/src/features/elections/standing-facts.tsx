import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { GapText, RankChange } from './standing-texts.tsx';
import type { IdolStanding } from './standings.ts';

/** Shows an idol's live standing: place, votes and the gap to climb. */
export function StandingFacts({
  standing,
}: {
  standing: Pick<IdolStanding, 'rank' | 'change' | 'votes' | 'gap' | 'isOver' | 'hasWon' | 'leftInRound' | 'setAside'>;
}): ReactNode {
  const t = useText();
  const { rank, change, votes, isOver, leftInRound, setAside } = standing;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-2.5">
      <Fact label={t('idol.rank')}>
        <span className="flex items-center gap-1.5 text-section font-extrabold text-brand">
          #{rank} <RankChange change={change} />
        </span>
      </Fact>
      <Fact label={t('idol.votes')}>
        <span className="text-section font-extrabold">
          <RollingNumber value={votes} />
        </span>
        {setAside && setAside.quarantined + setAside.voided > 0 ? (
          <span className="block text-caption text-mute">
            {t('quarantine.ofIdol', {
              quarantined: formatNumber(setAside.quarantined),
              voided: formatNumber(setAside.voided),
            })}
          </span>
        ) : null}
      </Fact>
      <Fact label={t(leftInRound === null && !isOver ? 'idol.next' : 'idol.outcome')} isWide>
        <span className="text-small font-semibold">
          {leftInRound === null ? <GapText standing={standing} /> : t('rounds.left', { round: leftInRound })}
        </span>
      </Fact>
    </dl>
  );
}

/** Shows one of them in a tile; a sentence takes the whole width. */
function Fact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }): ReactNode {
  return (
    <div className={`rounded-tile bg-bg p-3.5 ${isWide ? 'col-span-full' : ''}`}>
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num mt-0.5">{children}</dd>
    </div>
  );
}
