import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatShare } from '#/lib/format/format-share.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { type EventSummary, totalsTexts } from '../events.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';

/** Shows the event in four figures, and its liveliest hour. */
export function SummaryTotals({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { totalVotes, setAside, voters, ballots, idolCount, round } = summary;
  const { votesText, votersText, ballotsText } = totalsTexts(summary);
  const { quarantined, released, voided } = setAside;
  return (
    <section aria-label={t('summary.totals')} className="card">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(5rem,25%),1fr))] gap-x-3 gap-y-4">
        <div className="col-span-full">
          <dt className="text-small font-semibold text-mute">{t(votesText, { round })}</dt>
          <dd className="text-[min(2.5rem,13vw)] leading-[1.1] font-extrabold">
            <RollingNumber value={totalVotes} />
          </dd>
          {quarantined + released + voided > 0 ? (
            <dd className="num text-caption text-mute">
              {t('quarantine.beside', {
                quarantined: formatNumber(quarantined),
                released: formatNumber(released),
                voided: formatNumber(voided),
              })}
            </dd>
          ) : null}
        </div>
        <Figure label={t(votersText)} value={voters} />
        <Figure label={t(ballotsText)} value={ballots} />
        <Figure label={t('summary.idols')} value={idolCount} />
        <BusiestHour summary={summary} />
      </dl>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end rounded-tile bg-raise p-3">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="text-title font-extrabold">
        <RollingNumber value={value} />
      </dd>
    </div>
  );
}

function BusiestHour({ summary: { busiestHour, timeZone } }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  if (!busiestHour) return null;
  const { from, to, votes } = busiestHour;
  return (
    <div className="col-span-full rounded-tile bg-warn-soft p-3 text-warn">
      <dt className="text-caption font-semibold">{t('summary.busiest')}</dt>
      <dd className="num text-small font-bold">
        {t('summary.busiestText', { votes, from: format(from, 'moment'), to: format(to, 'hour') })}
      </dd>
    </div>
  );
}

type ShareBarProps = {
  /** A part from 0 to 1. */
  part: number;
  /** The gradient of actions where none is given. */
  colour?: string;
  className?: string;
};

/** Shows a bar beside its number; decorative, so screen readers hear the number only. */
export function ShareBar({ part, colour, className = '' }: ShareBarProps): ReactNode {
  return (
    <div aria-hidden="true" className={`h-1.5 overflow-hidden rounded-full bg-raise ${className}`}>
      <div
        className={`h-full w-full rounded-full ${colour ? '' : 'action'}`}
        style={{ transform: `translateX(${(part - 1) * 100}%)`, ...(colour && { background: colour }) }}
      />
    </div>
  );
}

/** Shows the sums of each team. Nothing for a single team. */
export function TeamTotals({ summary: { teams, totalVotes } }: { summary: EventSummary }): ReactNode {
  const t = useText();
  if (teams.length < 2) return null;
  const ranked = teams.toSorted((one, other) => other.votes - one.votes);
  const mostVotes = ranked[0]?.votes ?? 0;
  return (
    <section aria-labelledby="summary-teams" className="card">
      <h2 id="summary-teams" className="mb-2 text-title font-bold">
        {t('summary.teams')}
      </h2>
      <ul className="space-y-4">
        {ranked.map(({ teamId, name, colour, votes, idolCount }) => (
          <li key={teamId}>
            <p className="flex items-baseline justify-between gap-3">
              <Name className="min-w-0 truncate font-bold">{name}</Name>
              <span className="num shrink-0 text-small font-extrabold">{formatNumber(votes)}</span>
            </p>
            <ShareBar part={mostVotes > 0 ? votes / mostVotes : 0} colour={colour} className="my-1.5" />
            <p className="num flex justify-between gap-3 text-caption text-mute">
              <span>{t('summary.teamIdols', { count: idolCount })}</span>
              <span className="font-semibold">{totalVotes > 0 ? formatShare(votes / totalVotes) : null}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
