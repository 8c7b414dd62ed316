import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatShare } from '#/lib/format/format-share.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { EventSummary } from './event-summary.ts';
import { ShareBar } from './share-bar.tsx';

/** What the idols of each team have together. Nothing where there is but one team, whose total is the whole. */
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
              <span className="min-w-0 truncate font-bold">{name}</span>
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
