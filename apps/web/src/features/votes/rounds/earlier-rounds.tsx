import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { EventSummary } from '../summary/event-summary.ts';

type EarlierRound = EventSummary['earlierRounds'][number];

/** How the rounds before the present one ended, the latest first, each folded up. */
export function EarlierRounds({ rounds }: { rounds: readonly EarlierRound[] }): ReactNode {
  const t = useText();
  return rounds.toReversed().map((round) => (
    <details key={round.round} className="card">
      <summary className="num flex min-h-11 items-center justify-between gap-3 text-title font-bold">
        {t('rounds.result', { round: round.round })}
        <span className="text-small font-semibold text-mute">
          {formatNumber(round.totalVotes)} {t('votes.unit', { count: round.totalVotes })}
        </span>
      </summary>
      <ol className="divide-y divide-line">
        {round.ranking.map(({ idolId, rank, name, portraitUrl, votes, goesOn }) => (
          <li key={idolId} className="flex items-center gap-3 py-2">
            <span className="num w-8 shrink-0 text-center text-small font-extrabold text-mute">{rank}</span>
            <Portrait src={portraitUrl} width={44} height={44} className="size-11 rounded-full" />
            <span className="min-w-0 flex-1 truncate font-bold">{name}</span>
            {goesOn ? <Badge tone="brand">{t('rounds.wentOn')}</Badge> : null}
            <span className="num shrink-0 text-small font-semibold">{formatNumber(votes)}</span>
          </li>
        ))}
      </ol>
    </details>
  ));
}
