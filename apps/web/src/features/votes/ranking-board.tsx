import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useDebounced } from '#/lib/timing/use-debounced.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { idolPath } from './idol/idol-path.ts';
import { IdolSearch } from './idol-search.tsx';
import { MyIdolBar } from './my-idol-bar.tsx';
import { RankingList } from './ranking-list.tsx';
import { findIdols } from './search/find-idols.ts';
import type { Standing } from './standings.ts';
import { TeamFilter } from './team-filter.tsx';
import { useTeams } from './use-idols.ts';
import { useMyIdolId } from './use-my-idol-id.ts';
import type { Activity } from './voting-phase.ts';

type RankingBoardProps = {
  activityId: string;
  standings: readonly Standing[];
  /** How many go on to the next round; null in the last. */
  goOn: number | null | undefined;
  tieRule: Activity['tieRule'];
  /** Absent while votes cannot be cast. */
  onVote: ((idolId: string) => void) | undefined;
};

/** The whole ranking with its filters; the fan's idol stays in sight. */
export function RankingBoard({ activityId, standings, goOn, tieRule, onVote }: RankingBoardProps): ReactNode {
  const t = useText();
  const teams = useTeams(activityId);
  const myIdolId = useMyIdolId(activityId);
  const rows = useRef<HTMLDivElement>(null);
  const [teamId, setTeamId] = useState<string | null>(null);
  const [keyword, setKeyword] = useState('');
  const wanted = useDebounced(keyword);
  const shown = useMemo(
    () => findIdols(standings, teams.data, { teamId, keyword: wanted }),
    [standings, teams.data, teamId, wanted],
  );
  const mine = standings.find(({ idolId }) => idolId === myIdolId);

  return (
    <section aria-label={t('ranking.label')}>
      <div className="space-y-3">
        <IdolSearch keyword={keyword} onChange={setKeyword} />
        <div className="min-h-11">
          {teams.data ? <TeamFilter teams={teams.data} selected={teamId} onSelect={setTeamId} /> : null}
        </div>
      </div>
      <div ref={rows} className="card mt-4">
        {shown.length > 0 ? (
          <RankingList
            standings={shown}
            teams={teams.data}
            myIdolId={myIdolId}
            pagePathOf={(idolId) => idolPath(activityId, idolId)}
            onVote={onVote}
            renderBelow={(standing, next) =>
              goOn && standing.rank <= goOn && (next?.rank ?? 0) > goOn ? (
                <GoOnLine goOn={goOn} tieRule={tieRule} />
              ) : null
            }
          />
        ) : (
          <Empty
            icon={SearchIcon}
            text={t('search.nobody')}
            action={
              <Button
                variant="soft"
                onClick={() => {
                  setKeyword('');
                  setTeamId(null);
                }}
              >
                {t('search.showAll')}
              </Button>
            }
          />
        )}
      </div>
      {mine ? <MyIdolBar standing={mine} rows={rows} isListed={shown.includes(mine)} onVote={onVote} /> : null}
    </section>
  );
}

/** Below it nobody goes on. */
function GoOnLine({ goOn, tieRule }: { goOn: number; tieRule: Activity['tieRule'] }): ReactNode {
  const t = useText();
  return (
    <p className="num border-t border-brand pt-1.5 pb-2 text-center text-caption font-bold text-brand">
      {t(tieRule === 'sharedPlace' ? 'rounds.lineShared' : 'rounds.line', { count: goOn })}
    </p>
  );
}
