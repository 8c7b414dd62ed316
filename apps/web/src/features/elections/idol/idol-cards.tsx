import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { ShareBar } from '#/features/elections/summary/summary-totals.tsx';
import { useEnvironment } from '#/lib/environment.ts';
import { FanMarks } from '#/ui/fan-marks.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Badge } from '#/ui/badge.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { WhenNear } from '#/ui/when-near.tsx';
import {
  formatBirthday,
  type IdolDetail,
  type IdolHistory,
  type IdolPlace,
  type MySupport,
  useMySupport,
  useIdolHistory,
  type TopSupporters as Supporters,
  useTopSupporters,
} from './use-idol.ts';

type IdolProfileProps = {
  idol: IdolDetail;
  /** The number of tickets fans have cheered for her with. */
  cheers: ReactNode;
};

/** Shows an idol's profile: her team and her text. */
export function IdolProfile({ idol, cheers }: IdolProfileProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { team, profile, birthday, hobby } = idol;
  return (
    <section aria-labelledby="idol-profile" className="card">
      <h2 id="idol-profile" className="text-title font-bold">
        {t('idol.profile')}
      </h2>
      {/* The class has the ground of a drawn page, which comes without its own styles. */}
      <p className="action mt-3 rounded-tile px-4 py-3" style={{ background: team.colour }}>
        <Name className="block text-small font-bold">{team.name}</Name>
        <span className="block text-caption">{team.slogan}</span>
      </p>
      <p className="mt-4 text-body text-pretty">{profile}</p>
      <dl className="mt-4 divide-y divide-line">
        {birthday === null ? null : <Fact label={t('idol.birthday')}>{formatBirthday(birthday, languageType)}</Fact>}
        {hobby === null ? null : <Fact label={t('idol.hobby')}>{hobby}</Fact>}
        <Fact label={t('cheer.all')}>
          <span className="num">{cheers}</span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2.5">
      <dt className="shrink-0 text-small font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 text-right text-small font-bold">{children}</dd>
    </div>
  );
}

const idolChart = lazyPart(() => import('./idol-chart.tsx').then((module) => module.IdolChart));

/**
 * Shows her votes over time. The chart and what it is drawn with are heavy, and come once they are near the viewport.
 */
export function IdolHistoryCard({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="idol-history" className="card">
      <h2 id="idol-history" className="text-title font-bold">
        {t('summary.chart')}
      </h2>
      <WhenNear placeholder={<ChartSkeleton />} fallback={<ChartToCome />}>
        <History place={place} />
      </WhenNear>
    </section>
  );
}

function History({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useIdolHistory(place);
  if (data) return <HistoryChart history={data} />;
  if (!error) return <ChartToCome />;
  return <LoadError text={t('idol.historyError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

function HistoryChart({ history }: { history: IdolHistory }): ReactNode {
  const t = useText();
  const { zoneName } = useZonedDates(history.timeZone);
  const IdolChart = idolChart.Component;
  if (history.votesOverTime.length === 0) return <Empty icon={ClockIcon} text={t('idol.historyToCome')} />;
  return (
    <>
      <p className="mb-3 text-caption text-mute">{t('summary.zone', { zone: zoneName })}</p>
      <Suspense fallback={<ChartToCome />}>
        <IdolChart history={history} />
      </Suspense>
    </>
  );
}

function ChartToCome(): ReactNode {
  return (
    <LoadingRegion>
      <ChartSkeleton />
    </LoadingRegion>
  );
}

function ChartSkeleton(): ReactNode {
  return (
    <>
      <Skeleton className="mt-3 h-5 w-28 rounded-full" />
      <Skeleton className="mt-1 h-10 w-48 rounded-control" />
      <Skeleton className="mt-10 h-52 rounded-control" />
      <div className="h-22" />
    </>
  );
}

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** Shows the fans who cast most for an idol and chose to be shown, and the fan's own place, which others may not see. */
export function TopSupporters({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useTopSupporters(place);
  const mySupport = useMySupport(place);
  const mine = mySupport?.isShown ? mySupport.mine : undefined;
  return (
    <section aria-labelledby="idol-supporters" className="card">
      <h2 id="idol-supporters" className="text-title font-bold">
        {t('idol.supporters')}
      </h2>
      <p className="mb-2 text-caption text-pretty text-mute">{t('idol.supportersNote')}</p>
      {data ? <SupporterList list={data.list} mine={mine ?? undefined} /> : null}
      {mySupport?.mine ? <MyPlace mine={mySupport.mine} seen={seenIn(data, mySupport)} /> : null}
      {!data && error ? (
        <LoadError
          text={t('idol.supportersError')}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <RecordSkeleton count={5} /> : null}
    </section>
  );
}

type Standing = Pick<Supporters['list'][number], 'place' | 'votes'>;

type SeenByOthers = 'seen' | 'below' | 'hidden';

/** Tells whether others see the fan in the list. */
function seenIn(supporters: Supporters | undefined, { mine, isShown }: MySupport): SeenByOthers {
  if (!isShown) return 'hidden';
  return supporters?.list.some((one) => isSame(one, mine)) ? 'seen' : 'below';
}

/** Tells whether a row is the fan's own: the two answers may be counted a minute apart, so a place alone does not tell. */
function isSame(row: Standing, mine: Standing | null | undefined): boolean {
  return row.place === mine?.place && row.votes === mine.votes;
}

const seenTexts = { seen: 'idol.placeShown', below: 'idol.placeBelow', hidden: 'idol.placeHidden' } as const;

type MyPlaceProps = { mine: NonNullable<MySupport['mine']>; seen: SeenByOthers };

/** Shows the fan's own place and who sees it, with the way to change that. */
function MyPlace({ mine: { place, votes }, seen }: MyPlaceProps): ReactNode {
  const t = useText();
  return (
    <div className="mt-3 flex items-center justify-between gap-3 rounded-tile bg-raise py-1 pl-3.5">
      <p className="min-w-0 py-2">
        <span className="num block text-small font-bold">{t('idol.myPlace', { place, votes })}</span>
        <span className="block text-caption text-mute">{t(seenTexts[seen])}</span>
      </p>
      <Link
        href="/me?part=settings"
        className="press grid min-h-11 place-content-center px-3.5 text-small font-bold text-brand"
      >
        {t('idol.changeShown')}
      </Link>
    </div>
  );
}

type SupporterListProps = Pick<Supporters, 'list'> & {
  /** The fan's own place and votes; undefined where they are not shown. */
  mine: Standing | undefined;
};

function SupporterList({ list, mine }: SupporterListProps): ReactNode {
  const t = useText();
  const mostVotes = list[0]?.votes ?? 0;
  if (list.length === 0) return <Empty icon={TrophyIcon} text={t('idol.noSupporters')} />;
  return (
    <ol className="divide-y divide-line">
      {list.map(({ place, nickname, level, badge, avatarUrl, votes }) => (
        <li key={place} className="flex min-h-16 items-center gap-3 py-2">
          <span
            className={
              'num grid h-7 min-w-7 shrink-0 place-content-center rounded-full px-1 text-small font-extrabold ' +
              (medals[place] ?? 'text-mute')
            }
          >
            <span className="sr-only">{t('votes.rank', { rank: place })}</span>
            <span aria-hidden="true">{place}</span>
          </span>
          <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-x-1.5">
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
                <span className="flex max-w-full min-w-0 items-center gap-x-1.5">
                  <Name className="truncate font-semibold">{nickname}</Name>
                  <FanMarks level={level} badge={badge} />
                </span>
                {isSame({ place, votes }, mine) ? <Badge tone="brand">{t('fanRanking.me')}</Badge> : null}
              </span>
              <span className="num shrink-0 text-small font-extrabold">{formatNumber(votes)}</span>
            </p>
            <ShareBar part={mostVotes > 0 ? votes / mostVotes : 0} className="my-1.5" />
          </div>
        </li>
      ))}
    </ol>
  );
}
