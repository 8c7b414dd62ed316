import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { GapText, RankChange } from '#/features/elections/standing-texts.tsx';
import type { IdolStanding, Team } from '#/features/elections/standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type RankingListProps = {
  standings: readonly IdolStanding[];
  teams?: readonly Team[] | undefined;
  myIdolId?: string | undefined;
  /** Returns the path of an idol's page; absent where names lead nowhere. */
  pagePathOf?: ((idolId: string) => string) | undefined;
  onVote?: ((idolId: string) => void) | undefined;
  /** How she did lately, beside her name where there is room for a table. */
  renderTrend?: ((idolId: string) => ReactNode) | undefined;
  /** The content below a row, given the next one; undefined for none. */
  renderBelow?: ((standing: IdolStanding, next: IdolStanding | undefined) => ReactNode) | undefined;
};

/** The ranking, moving as it changes. Rows out of sight cost no layout or paint; with the same props none is drawn again. */
export const RankingList = memo(function RankingList({
  standings,
  teams,
  myIdolId,
  pagePathOf,
  onVote,
  renderTrend,
  renderBelow,
}: RankingListProps): ReactNode {
  const colours = new Map(teams?.map(({ teamId, colour }) => [teamId, colour]));
  const list = useMovingRows();
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
            trend={renderTrend?.(standing.idolId)}
          />
          {renderBelow?.(standing, standings[index + 1])}
        </li>
      ))}
    </ol>
  );
});

/** Shows a light that passes over the row when its votes change, but not when the row first appears. */
function GlintOnChange({ votes }: { votes: number }): ReactNode {
  const [firstVotes] = useState(votes);
  if (votes === firstVotes) return null;
  return <span key={votes} aria-hidden="true" className="glint absolute inset-0 -z-10 rounded-tile" />;
}

/** Loads what makes rows glide to a new place: they move only once updates come. */
function useMovingRows(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const ended = new AbortController();
    import('./moving-rows.ts').then(
      ({ glideMovedRows }) => list.current && glideMovedRows(list.current, ended.signal),
      console.warn,
    );
    return () => ended.abort();
  }, []);
  return list;
}

type RankingRowProps = {
  standing: IdolStanding;
  /** The team's colour, shown as a dot beside the name. */
  teamColour?: string | undefined;
  isMine?: boolean;
  /** The path of her page, to which the name leads. */
  pagePath?: string | undefined;
  /** Absent while votes cannot be cast. */
  onVote?: ((idolId: string) => void) | undefined;
  trend?: ReactNode;
};

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

/** Shows one idol in the ranking, with the votes to climb and a button to help. */
export function RankingRow({ standing, teamColour, isMine, pagePath, onVote, trend }: RankingRowProps): ReactNode {
  const t = useText();
  const { idolId, name, portraitUrl, votes, rank, change, leftInRound } = standing;
  const medal = leftInRound === null && medals[rank];
  return (
    <div className="ranking-row flex min-h-17 items-center gap-2.5 py-2">
      <span className="flex w-7 shrink-0 flex-col items-center">
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span
          aria-hidden="true"
          className={
            'num grid size-7 place-content-center rounded-full text-small font-extrabold ' +
            (medal ? `${medal} text-medal` : 'text-mute')
          }
        >
          {rank}
        </span>
        <RankChange change={change} />
      </span>
      <Portrait src={portraitUrl} width={48} height={48} className="size-12 rounded-full" />
      <div className="ranking-facts min-w-0 flex-1" data-trend={trend !== undefined}>
        <p className="flex items-center gap-1.5">
          {pagePath === undefined ? (
            <Name className="font-bold">{name}</Name>
          ) : (
            <Link href={pagePath} className="font-bold">
              <Name>{name}</Name>
            </Link>
          )}
          {teamColour ? <span className="size-2 shrink-0 rounded-full" style={{ background: teamColour }} /> : null}
        </p>
        {trend}
        <p className="num flex items-center gap-2 text-small font-semibold">
          <RollingNumber value={votes} />
          {isMine ? <Badge tone="brand">{t('votes.mine')}</Badge> : null}
        </p>
        <p className="num text-caption text-mute">
          {leftInRound === null ? <GapText standing={standing} /> : t('rounds.left', { round: leftInRound })}
        </p>
      </div>
      {onVote && leftInRound === null ? (
        <Button aria-label={t('vote.open', { name })} onClick={() => onVote(idolId)}>
          {t('vote.short')}
        </Button>
      ) : null}
    </div>
  );
}

export function RankingRowsSkeleton({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex min-h-17 items-center gap-2.5 py-2">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="size-12 rounded-full" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-4 w-28 rounded-full" />
            <Skeleton className="h-3 w-40 rounded-full" />
          </div>
          <Skeleton className="h-11 w-18 rounded-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
