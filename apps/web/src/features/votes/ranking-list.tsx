import { type ReactNode, useState } from 'react';
import { RankingRow } from './ranking-row.tsx';
import type { Standing, Team } from './standings.ts';
import { useMovingRows } from './use-moving-rows.ts';

type RankingListProps = {
  standings: readonly Standing[];
  teams?: readonly Team[] | undefined;
  myIdolId?: string | undefined;
  /** Where an idol's page is; absent where names lead nowhere. */
  pagePathOf?: ((idolId: string) => string) | undefined;
  onVote?: ((idolId: string) => void) | undefined;
  /** What stands below a row, given the next one; absent where nothing does. */
  renderBelow?: ((standing: Standing, next: Standing | undefined) => ReactNode) | undefined;
};

/** The ranking, moving as it changes. Rows out of sight cost no layout or paint. */
export function RankingList({
  standings,
  teams,
  myIdolId,
  pagePathOf,
  onVote,
  renderBelow,
}: RankingListProps): ReactNode {
  const colours = new Map(teams?.map(({ teamId, colour }) => [teamId, colour]));
  const list = useMovingRows(standings.map(({ idolId }) => idolId).join(' '));
  return (
    <ol ref={list} className="relative divide-y divide-line">
      {standings.map((standing, index) => (
        <li
          key={standing.idolId}
          data-row={standing.idolId}
          className="relative isolate [contain-intrinsic-size:auto_76px] [content-visibility:auto]"
        >
          <GlintOnChange votes={standing.votes} />
          <RankingRow
            standing={standing}
            teamColour={colours.get(standing.teamId)}
            isMine={standing.idolId === myIdolId}
            pagePath={pagePathOf?.(standing.idolId)}
            onVote={onVote}
          />
          {renderBelow?.(standing, standings[index + 1])}
        </li>
      ))}
    </ol>
  );
}

/** A light that passes over the row when its votes change, but not when the row first appears. */
function GlintOnChange({ votes }: { votes: number }): ReactNode {
  const [firstVotes] = useState(votes);
  if (votes === firstVotes) return null;
  return <span key={votes} aria-hidden="true" className="glint absolute inset-0 -z-10 rounded-tile" />;
}
