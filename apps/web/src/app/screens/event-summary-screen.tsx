import { type ReactNode, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import { useEventSummary, type EventSummary, isVoting } from '#/features/elections/events.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { PodiumSkeleton, Podium } from '#/ui/podium.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { StageHeader } from '#/app/stage-header.tsx';
import { useCurrentActivityId } from '#/app/election.tsx';
import { FreezeNote } from '#/features/elections/round-notes.tsx';
import {
  EarlierRounds,
  ResultFiles,
  SummaryChecks,
  EventSwitch,
  SummaryHeading,
} from '#/features/elections/summary/summary-heading.tsx';
import { SummaryRanking } from '#/features/elections/summary/summary-ranking.tsx';
import { SummaryTotals, TeamTotals } from '#/features/elections/summary/summary-totals.tsx';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { ShareIcon, ClockIcon } from '#/ui/icons/more-icons.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-list.tsx';

const path = '/event-summary';

/** Shows the result of an event, or its present standing: the event in the address, else the current one. */
export function EventSummaryScreen(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const summary = useEventSummary(activityId ?? undefined);
  if (summary.data) {
    return <EventResult summary={summary.data} onRefresh={() => void summary.refetch()} />;
  }
  if (activityId === null) {
    return (
      <Bare>
        <Empty icon={TrophyIcon} text={t('election.noneText')} />
      </Bare>
    );
  }
  const failed = config.isError && activityId === undefined ? config : summary;
  if (failed.isError) {
    return (
      <Bare>
        <LoadError
          text={t('summary.error')}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </Bare>
    );
  }
  return (
    <>
      <StageHeader path={path}>
        <div className="hero">
          <SummaryHeadingSkeleton />
          <div className="mt-5">
            <PodiumSkeleton />
          </div>
        </div>
      </StageHeader>
      <div className="relative z-10 -mt-4 px-4">
        <SummarySkeleton />
      </div>
    </>
  );
}

function Bare({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('summary.title')} backTo="/vote-activity" />
      <div className="mx-4 card">{children}</div>
    </>
  );
}

const votesChart = lazyPart(() =>
  import('#/features/elections/chart/votes-chart.tsx').then((module) => module.VotesChart),
);

/** Shows votes over time. The chart and its library come in their own chunk. */
function ChartCard({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { zoneName } = useZonedDates(summary.timeZone);
  const VotesChart = votesChart.Component;
  return (
    <section aria-labelledby="summary-chart" className="card">
      <h2 id="summary-chart" className="text-title font-bold">
        {t('summary.chart')}
      </h2>
      <p className="mb-3 text-caption text-mute">{t('summary.zone', { zone: zoneName })}</p>
      <Suspense fallback={<ChartSkeleton />}>
        <VotesChart summary={summary} />
      </Suspense>
    </section>
  );
}

const shareCard = lazyPart(() =>
  import('#/features/elections/share-card/share-card-sheet.tsx').then((module) => module.ShareCardSheet),
);

const votePath = ({ activityId }: EventSummary) => `/vote-activity?activityId=${encodeURIComponent(activityId)}`;

type EventResultProps = {
  summary: EventSummary;
  /** Refetches the summary. */
  onRefresh: () => void;
};

/** Shows the summary of an event: the podium, the figures, the chart, all ranks, and a card to share. */
function EventResult({ summary, onRefresh }: EventResultProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(summary.timeZone);
  const rows = useRef<HTMLOListElement>(null);
  const [isSharing, setSharing] = useState(false);
  const isWide = useIsWide();
  const hasVotes = summary.totalVotes > 0;
  const canVote = isVoting(summary);

  const share = () => setSharing(true);
  useEffect(() => void (hasVotes && shareCard.preload()), [hasVotes]);

  return (
    <>
      <ResultStage summary={summary} rows={rows} onBegun={onRefresh} onShare={share} />
      <div className="relative z-10 -mt-4 space-y-4 px-4">
        {summary.frozenAt === null ? null : (
          <FreezeNote when={format(summary.frozenAt, 'moment')} isOver={!canVote} isLast={summary.state !== 'open'} />
        )}
        {hasVotes ? (
          <>
            <SummaryTotals summary={summary} />
            <ChartCard summary={summary} />
            <SummaryRanking summary={summary} rows={rows} />
            <TeamTotals summary={summary} />
            {canVote ? (
              <Link href={votePath(summary)} className={buttonStyle('primary', 'large')}>
                {t('summary.vote')}
              </Link>
            ) : null}
            <Button variant={canVote ? 'soft' : 'primary'} size="large" onClick={share}>
              <ShareIcon size={20} />
              {t('card.title')}
            </Button>
          </>
        ) : (
          <NoVotesYet summary={summary} />
        )}
        <EarlierRounds rounds={summary.earlierRounds} />
        {summary.isFinal ? <ResultFiles activityId={summary.activityId} /> : null}
        {/* On a wide screen they are in the side column. */}
        {isWide ? null : <SummaryChecks activityId={summary.activityId} />}
        <EventSwitch
          activityId={summary.activityId}
          pathOf={(activityId) => `${path}?activityId=${encodeURIComponent(activityId)}`}
        />
      </div>
      {isSharing ? (
        <Suspense>
          <shareCard.Component summary={summary} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type ResultStageProps = EventPodiumProps & { onBegun: () => void; onShare: () => void };

function ResultStage({ summary, rows, onBegun, onShare }: ResultStageProps): ReactNode {
  const t = useText();
  const hasVotes = summary.totalVotes > 0;
  return (
    <StageHeader path={path}>
      <div className="hero">
        <div>
          <SummaryHeading
            summary={summary}
            onBegun={onBegun}
            trailing={
              hasVotes ? (
                <Button variant="glass" onClick={onShare}>
                  <ShareIcon size={18} />
                  {t('card.open')}
                </Button>
              ) : null
            }
          />
        </div>
        {hasVotes ? <EventPodium summary={summary} rows={rows} /> : <div className="h-22" />}
      </div>
    </StageHeader>
  );
}

type EventPodiumProps = {
  summary: EventSummary;
  /** The rows of the ranking, each named by `data-row`. */
  rows: RefObject<HTMLElement | null>;
};

/** Shows the three best on the stage; a press leads to her row in the ranking below. */
function EventPodium({ summary, rows }: EventPodiumProps): ReactNode {
  const t = useText();
  const showRow = (idolId: string) => {
    const row = rows.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(idolId)}"]`);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'center' });
    row?.focus({ preventScroll: true });
  };
  return (
    <section aria-label={t('podium.label')} className="mt-5">
      <Podium
        action={t('podium.row')}
        onPick={showRow}
        entries={summary.ranking.slice(0, 3).map(({ idolId, ...idol }) => ({ ...idol, id: idolId }))}
      />
    </section>
  );
}

/** Shows an event without votes: upcoming, just opened, or without any participation. */
function NoVotesYet({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { state, opensAt, timeZone } = summary;
  const { format } = useZonedDates(timeZone);
  if (state === 'scheduled') {
    return (
      <div className="card">
        <Empty icon={ClockIcon} text={t('summary.beginsAt', { opensAt: format(opensAt, 'moment') })} />
      </div>
    );
  }
  return (
    <div className="card">
      <Empty
        icon={TrophyIcon}
        text={state === 'open' ? t('summary.noVotes') : t('summary.noVoters')}
        action={
          isVoting(summary) ? (
            <Link href={votePath(summary)} className={buttonStyle('primary')}>
              {t('summary.vote')}
            </Link>
          ) : null
        }
      />
    </div>
  );
}

/** Shows the heading of a summary in its final geometry. Lives on a stage. */
function SummaryHeadingSkeleton(): ReactNode {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-11 items-center justify-between">
        <Skeleton className="h-8 w-32 rounded-full" />
        <Skeleton className="h-11 w-24 rounded-full" />
      </div>
      <Skeleton className="mt-1 h-8 w-64 rounded-control" />
      <Skeleton className="mt-2 h-11 w-full rounded-control" />
      <Skeleton className="mt-2 h-5 w-56 rounded-full" />
      <Skeleton className="mt-1 h-4 w-48 rounded-full" />
    </div>
  );
}

function SummarySkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-73 rounded-card" />
      <Skeleton className="h-130 rounded-card" />
      <div className="card">
        <RankingRowsSkeleton count={4} />
      </div>
    </LoadingRegion>
  );
}

function ChartSkeleton(): ReactNode {
  return (
    <LoadingRegion>
      <Skeleton className="h-13 rounded-tile" />
      <Skeleton className="mt-3 h-5 w-28 rounded-full" />
      <Skeleton className="mt-1 h-10 w-48 rounded-control" />
      <Skeleton className="mt-10 h-52 rounded-control" />
      <div className="h-22" />
    </LoadingRegion>
  );
}
