import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { GapText, RankChange } from '#/features/elections/standing-texts.tsx';
import type { Standing } from '#/features/elections/standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type RankingRowProps = {
  standing: Standing;
  /** The team's colour, shown as a dot beside the name. */
  teamColour?: string | undefined;
  isMine?: boolean;
  /** Where all about her is; the name leads there. */
  pagePath?: string | undefined;
  /** Absent while votes cannot be cast. */
  onVote?: ((idolId: string) => void) | undefined;
};

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

/** One idol in the ranking, with what it takes to climb and the way to help. */
export function RankingRow({ standing, teamColour, isMine = false, pagePath, onVote }: RankingRowProps): ReactNode {
  const t = useText();
  const { idolId, name, portraitUrl, votes, rank, change, leftInRound } = standing;
  const medal = leftInRound === null && medals[rank];
  return (
    <div className="flex min-h-17 items-center gap-2.5 py-2">
      <span className="flex w-7 shrink-0 flex-col items-center">
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span
          aria-hidden="true"
          className={`num grid size-7 place-content-center rounded-full text-small font-extrabold ${medal ? `${medal} text-medal` : 'text-mute'}`}
        >
          {rank}
        </span>
        <RankChange change={change} />
      </span>
      <Portrait src={portraitUrl} width={48} height={48} className="size-12 rounded-full" />
      <div className="min-w-0 flex-1">
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

/** Ranking rows in their final geometry. */
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
