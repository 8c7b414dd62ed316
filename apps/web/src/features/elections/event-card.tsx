import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Countdown } from '#/ui/countdown.tsx';
import { Cover } from '#/ui/cover.tsx';
import { NextIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { LiveBadge } from './election-heading.tsx';
import type { EventEntry } from './events.ts';
import { nextRound } from './rounds.ts';
import { useVotingPhase, type Activity, type VotingPhase } from './voting-phase.ts';

/** Shows an event that is on or coming, on its own cover: the time that is left, and a link. */
export function EventCard({ event }: { event: EventEntry }): ReactNode {
  const t = useText();
  const phase = useVotingPhase(event);
  const { activityId, title, subtitle, opensAt, closesAt, coverUrl, rounds } = event;
  const next = phase === 'between' ? nextRound(rounds, serverNowMs()) : undefined;
  const until = next?.opensAt ?? (phase === 'scheduled' ? opensAt : closesAt);
  const way = {
    scheduled: 'activity.candidates',
    open: 'activity.vote',
    between: 'activity.candidates',
    closing: 'activity.count',
    tallying: 'activity.count',
    final: 'activity.result',
  } as const;
  const path = phase === 'final' ? '/event-summary' : '/vote-activity';
  return (
    <article aria-label={title} className="stage enter rounded-card p-5 shadow-lift">
      <Cover src={coverUrl} width={408} height={272} className="absolute inset-0 -z-20 h-full w-full" />
      <div className="absolute inset-0 -z-10 bg-[linear-gradient(#0000,#241050bf_45%,#1a0b3af2)]" />
      <LiveBadge phase={phase} isLive={false} />
      <h3 className="mt-24 text-section font-extrabold">{title}</h3>
      <p className="mt-1 text-small font-medium text-pretty">{subtitle}</p>
      {phase === 'open' || phase === 'scheduled' || next ? (
        <div className="mt-4">
          <p className="mb-2 text-caption font-semibold">
            {next ? t('rounds.opensIn', { round: next.round }) : t(phase === 'open' ? 'phase.endsIn' : 'phase.opensIn')}
          </p>
          <Countdown key={until} until={until} />
          <CalendarLink activityId={activityId} className={`${buttonStyle('glass')} mt-3`} />
        </div>
      ) : null}
      {phase === 'closing' ? <p className="mt-4 text-small font-semibold">{t('phase.closingNote')}</p> : null}
      {phase === 'tallying' ? <p className="mt-4 text-small font-semibold">{t('phase.tallyingNote')}</p> : null}
      <Link
        href={`${path}?activityId=${encodeURIComponent(activityId)}`}
        className={`${buttonStyle('primary', 'large')} mt-5`}
      >
        {t(way[phase])}
      </Link>
      {phase === 'final' || phase === 'scheduled' ? null : (
        <Link
          href={`/event-summary?activityId=${encodeURIComponent(activityId)}`}
          className={`${buttonStyle('glass')} mt-2.5 w-full`}
        >
          {t('summary.interim')}
        </Link>
      )}
    </article>
  );
}

/** Shows an event that is over, with a link to its result. */
export function EndedEventRow({ event }: { event: EventEntry }): ReactNode {
  const t = useText();
  const { activityId, title, coverUrl } = event;
  return (
    <Link
      href={`/event-summary?activityId=${encodeURIComponent(activityId)}`}
      className="press flex items-center gap-3.5 rounded-tile bg-surface p-3"
    >
      <Cover src={coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{title}</span>
        <span className="mt-1 block text-small font-bold text-brand">{t('activity.result')}</span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}

type SummaryLinkProps = { activity: Activity; phase: VotingPhase; className?: string };

/** Links to the event's summary, which is the main thing once the result is final. */
export function SummaryLink({ activity: { activityId }, phase, className = '' }: SummaryLinkProps): ReactNode {
  const t = useText();
  const isFinal = phase === 'final';
  return (
    <Link
      href={`/event-summary?activityId=${encodeURIComponent(activityId)}`}
      className={`${buttonStyle(isFinal ? 'primary' : 'soft', isFinal ? 'large' : 'medium')} w-full ${className}`}
    >
      <TrophyIcon size={20} />
      {isFinal ? t('summary.full') : t('summary.interim')}
    </Link>
  );
}
