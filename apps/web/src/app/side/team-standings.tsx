import type { ReactNode } from 'react';
import { useTeams } from '#/features/elections/election-queries.ts';
import { useStandings } from '#/features/rankings/use-standings.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';

/** Shows the votes of each team, the first on top; nothing without teams or without an answer. */
export function TeamStandings({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const { data: teams } = useTeams(activityId);
  const { list } = useStandings(activityId);
  if (!teams || teams.length < 2 || !list) return null;
  const totals = teams
    .map(({ teamId, name, colour }) => {
      const members = list.filter((idol) => idol.teamId === teamId);
      return { teamId, name, colour, votes: members.reduce((sum, { votes }) => sum + votes, 0) };
    })
    .toSorted((one, other) => other.votes - one.votes);
  const most = totals[0]?.votes ?? 0;
  return (
    <section aria-labelledby="team-totals" className="card enter">
      <SectionHeading id="team-totals">{t('teams.totals')}</SectionHeading>
      <ul className="space-y-3">
        {totals.map(({ teamId, name, colour, votes }) => (
          <li key={teamId}>
            <p className="mb-1.5 flex justify-between gap-3 text-small font-bold">
              <Name>{name}</Name>
              <span className="num">{formatNumber(votes)}</span>
            </p>
            <ProgressBar label={name} value={formatNumber(votes)} done={votes} total={most} colour={colour} />
          </li>
        ))}
      </ul>
    </section>
  );
}
