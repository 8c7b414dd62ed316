import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import type { Idol } from '../standings.ts';
import { lineupSize } from './lineup.ts';
import { ResultRow } from './result-row.tsx';
import type { Best7Poll } from './use-best7.ts';

type Best7ResultsProps = {
  poll: Best7Poll;
  byId: ReadonlyMap<string, Idol>;
};

/** What all ballots come to: the seven first, the others behind a button, those the fan named last marked. */
export function Best7Results({ poll, byId }: Best7ResultsProps): ReactNode {
  const t = useText();
  const headingId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { ballots, results } = poll;
  const isFinal = poll.state === 'final';
  const seven = results.slice(0, lineupSize);
  const shown = showsAll ? results : seven;
  const mine = poll.mine?.last?.idolIds ?? [];
  const most = results[0]?.points ?? 0;
  const agreed = seven.filter(({ idolId }) => mine.includes(idolId)).length;
  return (
    <section aria-labelledby={headingId} className="card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={headingId} className="text-title font-bold">
          {isFinal ? t('best7.finalResult') : t('best7.soFar')}
        </h2>
        <p className="num text-small font-semibold text-mute">
          {t('best7.ballots', { count: ballots, text: formatNumber(ballots) })}
        </p>
      </div>
      {ballots === 0 ? (
        <Empty icon={StarIcon} text={t('best7.noBallots')} />
      ) : (
        <>
          {mine.length > 0 ? (
            <p className="mt-2 rounded-tile bg-brand-soft px-4 py-2.5 text-small font-semibold text-pretty text-brand">
              {t(isFinal ? 'best7.agreeFinal' : 'best7.agree', { count: agreed })}
            </p>
          ) : null}
          <ol aria-labelledby={headingId} className="mt-2 divide-y divide-line">
            {shown.map((standing) => {
              const idol = byId.get(standing.idolId);
              return idol ? (
                <ResultRow
                  key={standing.idolId}
                  standing={standing}
                  idol={idol}
                  most={most}
                  myPlace={mine.indexOf(standing.idolId)}
                />
              ) : null;
            })}
          </ol>
          {results.length > lineupSize ? (
            <Button
              variant="soft"
              className="mt-3 w-full"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? t('best7.showSeven') : t('best7.showAll', { count: results.length })}
            </Button>
          ) : null}
        </>
      )}
      <p className="mt-3 text-caption text-pretty text-mute">{t('best7.ties')}</p>
    </section>
  );
}
