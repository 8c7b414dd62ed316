import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { idolPath } from '#/features/elections/election-queries.ts';
import { RankChange } from '#/features/elections/standing-texts.tsx';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const columns = 'grid grid-cols-4 gap-x-2 gap-y-4';
const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** Shows the sixteen best of an election on one wall, each with a link to her page. */
export function TopSixteen({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useTopSixteen(activityId);
  if (!data) {
    if (error)
      return (
        <LoadError text={t('topSixteen.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <LoadingRegion className={columns}>
        {Array.from({ length: 16 }, (_, index) => (
          <Skeleton key={index} className="h-32 rounded-tile" />
        ))}
      </LoadingRegion>
    );
  }
  return (
    <ol aria-label={t('topSixteen.title')} className={columns}>
      {data.list.map((idol) => (
        <li key={idol.idolId} className="min-w-0">
          <Place activityId={activityId} idol={idol} />
        </li>
      ))}
    </ol>
  );
}

type PlaceProps = { activityId: string; idol: TopSixteenList['list'][number] };

function Place({ activityId, idol }: PlaceProps): ReactNode {
  const t = useText();
  const { idolId, name, rank, change, portraitUrl } = idol;
  return (
    <Link href={idolPath(activityId, idolId)} className="press block text-center">
      <span className="relative block">
        <Portrait src={portraitUrl} width={80} height={96} className="aspect-5/6 w-full rounded-tile" />
        <span
          className={
            'num absolute top-1 left-1 grid h-6 min-w-6 place-content-center rounded-full px-1.5 text-caption ' +
            `font-extrabold ${medals[rank] ?? 'bg-black/60 text-white'}`
          }
        >
          <span aria-hidden="true">{rank}</span>
          <span className="sr-only">{t('votes.rank', { rank })}</span>
        </span>
      </span>
      <Name className="mt-1.5 block text-caption font-bold">{name}</Name>
      <RankChange change={change} />
    </Link>
  );
}

const route = 'POST /task/api/v1/idolManagement/getTop16Ranking';

type TopSixteenList = DataOf<Contract[typeof route]>;

/** Fans who want live votes open the ranking itself. */
const untilFinalMs = 15_000;

/** Loads the top sixteen of an election, refetched until the result is final. */
function useTopSixteen(activityId: string): UseQueryResult<TopSixteenList> {
  return useQuery({
    queryKey: ['topSixteen', activityId],
    queryFn: ({ signal }) => call(route, { body: { activityId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'final' ? untilFinalMs : false),
    meta: { shownInPlace: true },
  });
}
