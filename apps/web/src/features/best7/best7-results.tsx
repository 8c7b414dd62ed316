import { type ReactNode, useId, useState } from 'react';
import { type BallotFace, lineupSize, pointsAt } from './formation.tsx';
import type { Best7Poll, Best7Standing } from './use-best7.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';

type Best7ResultsProps = {
  poll: Best7Poll;
  /** The candidates, and those who have withdrawn. */
  byId: ReadonlyMap<string, BallotFace>;
};

/**
 * Shows the result of all ballots: the seven first, the others behind a button, those of the fan's last ballot marked.
 */
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

type ResultRowProps = {
  standing: Best7Standing;
  idol: BallotFace;
  /** The points of the first, by which the bars are drawn. */
  most: number;
  /** Her place on the fan's own ballot, counted from 0; -1 when she is not on it. */
  myPlace: number;
};

/** Shows one idol's points, as a number and as a bar beside the first one's. */
function ResultRow({ standing, idol, most, myPlace }: ResultRowProps): ReactNode {
  const t = useText();
  const { rank, points, firstPlaces } = standing;
  const isMine = myPlace !== -1;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        className={`num w-6 shrink-0 text-center text-title font-extrabold ${rank > lineupSize ? 'text-mute' : ''}`}
      >
        {rank}
      </span>
      <Portrait src={idol.portraitUrl} width={44} height={44} className="size-11 rounded-full" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-2">
          <Name className="min-w-0 font-bold">{idol.name}</Name>
          <p className="num shrink-0 font-extrabold">{t('best7.points', { points })}</p>
        </div>
        <div aria-hidden="true" className="mt-1 h-2.5 overflow-hidden rounded-full bg-raise">
          <div
            className={`h-full rounded-full ${isMine ? 'action' : ''}`}
            style={{
              width: `${most > 0 ? (points / most) * 100 : 0}%`,
              ...(isMine ? {} : { background: 'var(--mute)', opacity: 0.5 }),
            }}
          />
        </div>
        <p className="num mt-1 flex flex-wrap justify-between gap-x-2 text-caption text-mute">
          <span>{t('best7.firstPlaces', { count: firstPlaces })}</span>
          {isMine ? (
            <span className="font-semibold text-brand">
              {t('best7.yours', { place: myPlace + 1, points: pointsAt(myPlace) })}
            </span>
          ) : null}
        </p>
      </div>
    </li>
  );
}
