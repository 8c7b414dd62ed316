import type { ReactNode, Ref } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useMyIdolId } from '../use-my-idol-id.ts';
import type { EventSummary } from './event-summary.ts';
import { SummaryRow } from './summary-row.tsx';

type SummaryRankingProps = {
  summary: EventSummary;
  /** Holds the rows, each named by `data-row`. */
  rows: Ref<HTMLOListElement>;
};

/** Everybody, from the first to the last. Rows out of sight cost no layout or paint. */
export function SummaryRanking({ summary, rows }: SummaryRankingProps): ReactNode {
  const t = useText();
  const { activityId, ranking, teams, isFinal } = summary;
  const myIdolId = useMyIdolId(activityId);
  const colours = new Map(teams.map(({ teamId, colour }) => [teamId, colour]));
  const mostVotes = ranking[0]?.votes ?? 0;
  return (
    <section aria-labelledby="summary-ranking" className="card">
      <h2 id="summary-ranking" className="mb-1 text-title font-bold">
        {isFinal ? t('summary.rankingFinal') : t('summary.rankingNow')}
      </h2>
      <ol ref={rows} className="divide-y divide-line">
        {ranking.map((row, index) => (
          <li
            key={row.idolId}
            data-row={row.idolId}
            tabIndex={-1}
            className="scroll-my-24 outline-none [contain-intrinsic-size:auto_81px] [content-visibility:auto]"
          >
            <SummaryRow
              row={row}
              above={ranking[index - 1]?.rank}
              teamColour={colours.get(row.teamId)}
              mostVotes={mostVotes}
              isFinal={isFinal}
              isMine={row.idolId === myIdolId}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
