import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { useIdols } from '#/features/elections/election-queries.ts';
import { type IdolStanding, type Ranking, standings } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIdolAccents } from '#/lib/use-idol-accents.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { ladderOf, reachOf, type Rung } from './ladder.ts';

/**
 * Returns the ranking that the screen behind the sheet keeps current; undefined while its count is hidden. It only listens,
 * because an observer without a way to fetch would take that of the screen away.
 */
export function useShownStandings(activity: Activity): readonly IdolStanding[] | undefined {
  const { activityId } = activity;
  const idols = useIdols(activityId).data;
  const queryClient = useQueryClient();
  const ranking = useSyncExternalStore(
    useCallback((changed: () => void) => queryClient.getQueryCache().subscribe(changed), [queryClient]),
    () => queryClient.getQueryData<Ranking>(queryKeys.ranking(activityId)),
  );
  return useMemo(
    () => (idols && ranking?.frozenAt === null ? standings(idols, ranking, activity) : undefined),
    [idols, ranking, activity],
  );
}

type LadderProps = { activity: Activity; idolId: string; amount: number };

/** Shows what the chosen votes would do right now: the idol between her neighbours, and the place they are enough for. */
export function Ladder({ activity, idolId, amount }: LadderProps): ReactNode {
  const t = useText();
  const list = useShownStandings(activity);
  const rungs = list ? ladderOf(list, idolId) : [];
  const ladder = useRef<HTMLDivElement>(null);
  const followed = useFollowedIdols().data?.list.find((one) => one.idolId === idolId);
  useIdolAccents(() => ladder.current, followed?.colour);
  if (!list || rungs.length < 2) return null;
  const reach = reachOf(list, { idolId, amount, tieRule: activity.tieRule });
  return (
    <div ref={ladder}>
      <Rungs rungs={rungs} idolId={idolId} added={amount} />
      {reach ? (
        <p
          className={`num mt-2 flex items-center gap-1.5 text-small font-semibold ${
            reach.kind === 'enough' ? 'text-ok' : 'text-mute'
          }`}
        >
          {reach.kind === 'enough' ? <CheckIcon size={16} /> : null}
          {t(reach.kind === 'enough' ? 'ladder.enough' : 'ladder.missing', reach)}
        </p>
      ) : null}
    </div>
  );
}

type RungsProps = { rungs: readonly Rung[]; idolId: string; added: number };

/** Shows some idols in order, one of them as the idol who gets the votes. Those whose place changed swap once. */
export function Rungs({ rungs, idolId, added }: RungsProps): ReactNode {
  const t = useText();
  return (
    <ol aria-label={t('ladder.label')} className="rounded-tile border border-line p-1">
      {rungs.map((rung) => {
        const isHers = rung.idolId === idolId;
        return (
          <li
            key={rung.idolId}
            className={`rung relative flex min-h-12 items-center gap-3 rounded-control px-2 text-small font-semibold ${
              isHers ? 'z-10 bg-brand-soft' : ''
            }`}
            {...(rung.rankBefore !== undefined && { 'data-moved': rung.rankBefore > rung.rank ? 'up' : 'down' })}
          >
            <RungRank rung={rung} isHers={isHers} />
            <Portrait
              src={rung.portraitUrl}
              width={32}
              height={32}
              lazy={false}
              className="size-8 shrink-0 rounded-full"
            />
            <span className="min-w-0 grow truncate">
              <Name>{rung.name}</Name>
            </span>
            <span className="num text-right">
              {isHers && rung.rankBefore !== undefined ? (
                <RollingNumber value={rung.votes} initial={rung.votes - added} />
              ) : (
                formatNumber(rung.votes)
              )}
              {isHers && added > 0 ? (
                <span className="block text-caption text-brand">+{formatNumber(added)}</span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Shows a place; one that has changed rolls from the place before. */
function RungRank({ rung: { rank, rankBefore }, isHers }: { rung: Rung; isHers: boolean }): ReactNode {
  return (
    <span className={`num h-5 w-7 shrink-0 overflow-hidden text-center font-extrabold ${isHers ? 'text-brand' : ''}`}>
      <span className="rung-roll block">
        <span className="block">{rank}</span>
        {rankBefore === undefined ? null : (
          <span aria-hidden="true" className="block">
            {rankBefore}
          </span>
        )}
      </span>
    </span>
  );
}
