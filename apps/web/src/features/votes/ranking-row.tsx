import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { GapText } from './gap-text.tsx';
import { RankChange } from './rank-change.tsx';
import type { Standing } from './standings.ts';

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
    <div className="flex min-h-17 items-center gap-3 py-2">
      <span className="flex w-8 shrink-0 flex-col items-center">
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
            <span className="truncate font-bold">{name}</span>
          ) : (
            <Link href={pagePath} className="truncate font-bold">
              {name}
            </Link>
          )}
          {teamColour ? <span className="size-2 shrink-0 rounded-full" style={{ background: teamColour }} /> : null}
        </p>
        <p className="num flex items-center gap-2 text-small font-semibold">
          <RollingNumber value={votes} />
          {isMine ? <Badge tone="brand">{t('votes.mine')}</Badge> : null}
        </p>
        <p className="num truncate text-caption text-mute">
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
