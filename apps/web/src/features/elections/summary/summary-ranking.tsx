import type { ReactNode, Ref } from 'react';
import { GapText } from '#/features/elections/standing-texts.tsx';
import { useMyIdolId } from '#/features/elections/idol/use-idol.ts';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import { ShareBar } from './summary-totals.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatShare } from '#/lib/format/format-share.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { EventSummary, SummaryRow as Row } from '../events.ts';

type SummaryRankingProps = {
  summary: EventSummary;
  /** Holds the rows, each named by `data-row`. */
  rows: Ref<HTMLOListElement>;
};

/** Shows all ranks. Rows out of sight cost no layout or paint. */
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
      <WithdrawnIdols activityId={activityId} mine={myIdolId === undefined ? [] : [myIdolId]} />
      <ol ref={rows} className="divide-y divide-line">
        {ranking.map((row, index) => (
          <li
            key={row.idolId}
            data-row={row.idolId}
            tabIndex={-1}
            className="scroll-my-24 outline-none [contain-intrinsic-size:auto_81px] [content-visibility:auto]"
          >
            <RankedRow
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

type SummaryRowProps = {
  row: Row;
  /** The place of the idol above her. */
  above: number | undefined;
  teamColour: string | undefined;
  /** The votes of the first, at which the bar is full. */
  mostVotes: number;
  isFinal: boolean;
  isMine: boolean;
};

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

/** Shows an idol of the result: rank, votes, and the gap to the one above. */
function RankedRow({ row, above, teamColour, mostVotes, isFinal, isMine }: SummaryRowProps): ReactNode {
  const t = useText();
  const { name, portraitUrl, rank, votes, share, gapToNext } = row;
  const gap = gapToNext === null ? null : { votes: gapToNext, rank: above ?? rank - 1 };
  const medal = medals[rank];
  return (
    <div className="flex min-h-17 items-center gap-3 py-2.5">
      <span className="w-8 shrink-0">
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span
          aria-hidden="true"
          className={
            'num mx-auto grid size-7 place-content-center rounded-full text-small font-extrabold ' +
            (medal ? `${medal} text-medal` : 'text-mute')
          }
        >
          {rank}
        </span>
      </span>
      <Portrait src={portraitUrl} width={48} height={48} className="size-12 rounded-full" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <Name className="font-bold">{name}</Name>
            {teamColour ? <span className="size-2 shrink-0 rounded-full" style={{ background: teamColour }} /> : null}
            {isMine ? (
              <span className="shrink-0 rounded-full bg-brand-soft px-2 text-caption font-bold text-brand">
                {t('votes.mine')}
              </span>
            ) : null}
          </span>
          <span className="num shrink-0 text-small font-extrabold">{formatNumber(votes)}</span>
        </p>
        <ShareBar part={mostVotes > 0 ? votes / mostVotes : 0} className="my-1.5" />
        <p className="num flex justify-between gap-2 text-caption text-mute">
          <span>
            <GapText standing={{ gap, isOver: true, hasWon: isFinal && rank === 1 }} />
          </span>
          <span className="shrink-0 font-semibold" aria-hidden="true">
            {formatShare(share)}
          </span>
          <span className="sr-only">{t('summary.share', { share: formatShare(share) })}</span>
        </p>
      </div>
    </div>
  );
}
