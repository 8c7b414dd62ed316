import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { EarlierRounds } from '#/features/votes/rounds/earlier-rounds.tsx';
import { FreezeNote } from '#/features/votes/rounds/round-notes.tsx';
import { EventSwitch } from '#/features/votes/summary/event-switch.tsx';
import { type EventSummary, isVoting } from '#/features/votes/summary/event-summary.ts';
import { ResultFiles } from '#/features/votes/summary/result-files.tsx';
import { SummaryChecks } from '#/features/votes/summary/summary-checks.tsx';
import { SummaryHeading } from '#/features/votes/summary/summary-heading.tsx';
import { SummaryRanking } from '#/features/votes/summary/summary-ranking.tsx';
import { SummaryTotals } from '#/features/votes/summary/summary-totals.tsx';
import { TeamTotals } from '#/features/votes/summary/team-totals.tsx';
import { useZonedDates } from '#/features/votes/summary/use-zoned-dates.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { ShareIcon } from '#/ui/icons/more-icons.tsx';
import { StageHeader } from '../stage-header.tsx';
import { ChartCard } from './chart-card.tsx';
import { EventPodium } from './event-podium.tsx';
import { NoVotesYet } from './no-votes-yet.tsx';

const shareCard = lazyPart(() =>
  import('#/features/votes/summary/card/share-card-sheet.tsx').then((module) => module.ShareCardSheet),
);

type EventResultProps = {
  summary: EventSummary;
  path: string;
  /** Asks for the summary anew. */
  onRefresh: () => void;
};

/** The summary of an event: the podium, the figures, the chart, everybody's place, and a card to share. */
export function EventResult({ summary, path, onRefresh }: EventResultProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(summary.timeZone);
  const rows = useRef<HTMLOListElement>(null);
  const [isSharing, setSharing] = useState(false);
  const hasVotes = summary.totalVotes > 0;
  const canVote = isVoting(summary);
  const ShareCardSheet = shareCard.Component;

  useEffect(() => {
    if (hasVotes) void shareCard.preload();
  }, [hasVotes]);

  const share = () => setSharing(true);
  const votePath = `/vote-activity?activityId=${encodeURIComponent(summary.activityId)}`;
  return (
    <>
      <StageHeader path={path}>
        <SummaryHeading
          summary={summary}
          onBegun={onRefresh}
          trailing={
            hasVotes ? (
              <Button variant="glass" onClick={share}>
                <ShareIcon size={18} />
                {t('card.open')}
              </Button>
            ) : null
          }
        />
        {hasVotes ? <EventPodium summary={summary} rows={rows} /> : <div className="h-22" />}
      </StageHeader>
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
              <Link href={votePath} className={buttonStyle('primary', 'large')}>
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
        <SummaryChecks />
        <EventSwitch
          activityId={summary.activityId}
          pathOf={(activityId) => `${path}?activityId=${encodeURIComponent(activityId)}`}
        />
      </div>
      {isSharing ? (
        <Suspense>
          <ShareCardSheet summary={summary} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
