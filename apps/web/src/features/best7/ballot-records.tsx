import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BallotStrip, PlaceBadge, lineupSize, pointsAt } from './formation.tsx';
import { best7Key } from './use-best7.ts';
import { call } from '#/lib/api/call.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';

const route = 'GET /activity/api/v1/vote/best7Records';

type BallotRecord = DataOf<Contract[typeof route]>['list'][number];

function useBallotRecords(): PagedList<BallotRecord> {
  return useMyPagedList({
    queryKey: [...best7Key, 'records'],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(route, { query }, { signal }),
  });
}

/** Shows the fan's ballots by day, newest first. */
export function BallotRecords(): ReactNode {
  const t = useText();
  const pages = useBallotRecords();
  return (
    <InfiniteList
      label={t('ballots.title')}
      pages={pages}
      more="on-press"
      errorText={t('ballots.error')}
      empty={
        <Empty
          icon={StarIcon}
          text={t('ballots.noneText')}
          action={
            <Link href="/best7" className={buttonStyle('primary')}>
              {t('ballots.arrange')}
            </Link>
          }
        />
      }
      keyOf={(ballot) => ballot.ballotId}
      renderRow={(ballot) => <BallotRow ballot={ballot} />}
    />
  );
}

function BallotRow({ ballot: { day, castAt, places } }: { ballot: BallotRecord }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { languageType } = useEnvironment();
  // A calendar date is the same everywhere: read and written in one zone.
  const date = zonedDates('UTC', languageType).format(`${day}T00:00:00Z`, 'date');
  return (
    <div className="py-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="font-bold">{date}</p>
        <p className="num text-caption text-mute">{t('ballots.castAt', { at: friendly(castAt) })}</p>
      </div>
      <BallotStrip faces={places.map(({ idolName, ...place }) => ({ ...place, name: idolName }))} />
      {places.map(({ idolId, idolName, isWithdrawn }) =>
        isWithdrawn ? (
          <p key={idolId} dir="auto" className="mt-2 text-caption text-mute">
            {idolName} · {t('idol.withdrawnMark')}
          </p>
        ) : null,
      )}
    </div>
  );
}

/** Shows what each place of a ballot is worth, as bars. */
export function BallotPoints(): ReactNode {
  const t = useText();
  return (
    <ol className="flex items-end gap-1.5">
      {Array.from({ length: lineupSize }, (_, index) => {
        const points = pointsAt(index);
        return (
          <li key={points} className="flex min-w-0 flex-1 flex-col items-center gap-1.5">
            <span className="sr-only">{t('best7.placeWorth', { place: index + 1, points })}</span>
            <span aria-hidden="true" className="num text-small font-extrabold">
              {points}
            </span>
            {/* As a grid of equal rows, because the server's screen has no style attributes. */}
            <span aria-hidden="true" className="grid w-full gap-px">
              {Array.from({ length: points }, (_row, row) => (
                <span
                  key={row}
                  className={`h-3 first:rounded-t-control last:rounded-b-control ${index < 3 ? 'action' : 'bg-raise'}`}
                />
              ))}
            </span>
            <PlaceBadge index={index} />
          </li>
        );
      })}
    </ol>
  );
}
