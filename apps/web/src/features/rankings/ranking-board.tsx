import { memo, type ReactNode, useCallback, useMemo, useRef, useState, type RefObject, useEffect } from 'react';
import { idolPath, useTeams } from '#/features/elections/election-queries.ts';
import { IdolSearch, TeamFilter, findIdols } from '#/features/elections/idol-filter.tsx';
import { GapText } from '#/features/elections/standing-texts.tsx';
import type { IdolStanding } from '#/features/elections/standings.ts';
import { useMyIdolId } from '#/features/elections/idol/use-idol.ts';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { RankingList } from './ranking-list.tsx';
import { RowTrend } from './row-trend.tsx';
import { useTrends } from './use-trends.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { useIdolAccents } from '#/lib/use-idol-accents.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import { useDebounced } from '#/lib/timing/debounce.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { barPx, keepClear } from '#/ui/keep-clear.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Spark } from '#/ui/spark.tsx';

type RankingBoardProps = {
  activityId: string;
  standings: readonly IdolStanding[];
  /** The number of idols who go on to the next round; null in the last. */
  goOn: number | null | undefined;
  tieRule: Activity['tieRule'];
  /** Absent while votes cannot be cast. */
  onVote: ((idolId: string) => void) | undefined;
};

/** The whole ranking with its filters; the fan's idol stays in sight. With the same props it is not drawn again. */
export const RankingBoard = memo(function RankingBoard({
  activityId,
  standings,
  goOn,
  tieRule,
  onVote,
}: RankingBoardProps): ReactNode {
  const t = useText();
  const teams = useTeams(activityId);
  const myIdolId = useMyIdolId(activityId);
  const rows = useRef<HTMLDivElement>(null);
  const address = useAddressParameters();
  const teamId = address.read('team');
  const setTeamId = (team: string | null) => address.write({ team });
  const [keyword, setKeyword] = useState('');
  const wanted = useDebounced(keyword);
  const fold = useSearchFold(wanted);
  const shown = useMemo(
    () => findIdols(standings, teams.data, { teamId, keyword: wanted, fold }),
    [standings, teams.data, teamId, wanted, fold],
  );
  const mine = standings.find(({ idolId }) => idolId === myIdolId);
  const pagePathOf = useCallback((idolId: string) => idolPath(activityId, idolId), [activityId]);
  const renderTrend = useTrendOfRow(activityId);
  const renderBelow = useCallback(
    ({ rank }: IdolStanding, next: IdolStanding | undefined) =>
      goOn && rank <= goOn && (next?.rank ?? 0) > goOn ? <GoOnLine goOn={goOn} tieRule={tieRule} /> : null,
    [goOn, tieRule],
  );

  return (
    <section aria-label={t('ranking.label')}>
      <div className="space-y-3">
        <IdolSearch keyword={keyword} onChange={setKeyword} />
        <div className="min-h-11">
          {teams.data ? <TeamFilter teams={teams.data} selected={teamId} onSelect={setTeamId} /> : null}
        </div>
      </div>
      <WithdrawnIdols activityId={activityId} keyword={wanted} mine={myIdolId === undefined ? [] : [myIdolId]} />
      <div ref={rows} className="card mt-4">
        {shown.length > 0 ? (
          <RankingList
            standings={shown}
            teams={teams.data}
            myIdolId={myIdolId}
            pagePathOf={pagePathOf}
            onVote={onVote}
            renderTrend={renderTrend}
            renderBelow={renderBelow}
          />
        ) : (
          <NoMatch
            onShowAll={() => {
              setKeyword('');
              setTeamId(null);
            }}
          />
        )}
      </div>
      {mine ? (
        <MyIdolBar
          activityId={activityId}
          standing={mine}
          rows={rows}
          isListed={shown.includes(mine)}
          onVote={onVote}
        />
      ) : null}
    </section>
  );
});

/** Selects an idol's row. */
const rowOf = (idolId: string) => `[data-row="${CSS.escape(idolId)}"]`;

/** Draws her last 24 hours in a row where there is room for a table. */
function useTrendOfRow(activityId: string): ((idolId: string) => ReactNode) | undefined {
  const isWide = useIsWide();
  const render = useCallback((idolId: string) => <RowTrend activityId={activityId} idolId={idolId} />, [activityId]);
  return isWide ? render : undefined;
}

function NoMatch({ onShowAll }: { onShowAll: () => void }): ReactNode {
  const t = useText();
  return (
    <Empty
      icon={SearchIcon}
      text={t('search.noMatch')}
      action={
        <Button variant="soft" onClick={onShowAll}>
          {t('search.showAll')}
        </Button>
      }
    />
  );
}

function GoOnLine({ goOn, tieRule }: { goOn: number; tieRule: Activity['tieRule'] }): ReactNode {
  const t = useText();
  return (
    <p className="num border-t border-brand pt-1.5 pb-2 text-center text-caption font-bold text-brand">
      {t(tieRule === 'sharedPlace' ? 'rounds.lineShared' : 'rounds.line', { count: goOn })}
    </p>
  );
}

type MyIdolBarProps = {
  activityId: string;
  standing: IdolStanding;
  /** The element of the rows, which tells whether hers is in sight. */
  rows: RefObject<HTMLElement | null>;
  /** False while the filter leaves her out. */
  isListed: boolean;
  onVote?: ((idolId: string) => void) | undefined;
};

/**
 * Gives the row of the fan's idol the light of her team, and keeps her above the navigation while the list is read and her
 * row is off screen.
 */
function MyIdolBar({ activityId, standing, rows, isListed, onVote }: MyIdolBarProps): ReactNode {
  const t = useText();
  const { idolId, name, rank, portraitUrl, teamId, leftInRound } = standing;
  const colour = useTeams(activityId).data?.find((team) => team.teamId === teamId)?.colour;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => removeEndPadding, []);
  useIdolAccents(() => bar.current, colour);
  useIdolAccents(() => rows.current?.querySelector<HTMLElement>(rowOf(idolId)), colour);
  if (!useIsMissing(rows, idolId, isListed)) return null;
  return (
    <aside aria-label={t('votes.mine')} className="enter above-nav over-centre px-3" ref={keepAllClear}>
      <div ref={bar} className="flex items-center gap-3 rounded-tile border border-line bg-surface p-2.5 shadow-lift">
        <span className="num min-w-8 shrink-0 text-center text-title font-extrabold text-brand">#{rank}</span>
        <Portrait src={portraitUrl} width={44} height={44} className="size-11 rounded-full" />
        <div className="min-w-0 flex-1">
          <Name className="block truncate font-bold">{name}</Name>
          <p className="num text-caption text-mute">
            {leftInRound === null ? <GapText standing={standing} /> : t('rounds.left', { round: leftInRound })}
          </p>
          <RankSpark activityId={activityId} idolId={idolId} />
        </div>
        {onVote && leftInRound === null ? (
          <Button aria-label={t('vote.open', { name })} onClick={() => onVote(idolId)}>
            {t('vote.short')}
          </Button>
        ) : null}
      </div>
    </aside>
  );
}

/** Draws her places of the last 24 hours, the best one above. */
function RankSpark({ activityId, idolId }: { activityId: string; idolId: string }): ReactNode {
  const { ranks = [] } = useTrends(activityId).data?.get(idolId) ?? {};
  return <Spark values={ranks.map((rank) => -rank)} className="mt-1 block h-4 w-full max-w-40 text-brand" />;
}

/** Lets the page scroll so far that the bar covers nothing at its end. */
function keepAllClear(bar: HTMLElement | null): (() => void) | undefined {
  if (bar) document.body.style.paddingBottom = `${bar.offsetHeight}px`;
  return keepClear(bar);
}

/** Runs when the screen goes. The bar goes near the end of the page, where a shorter page would move under a finger. */
function removeEndPadding(): void {
  document.body.style.paddingBottom = '';
}

/** The height of the navigation: what it covers does not count as seen, nor what the bar itself would cover. */
const navigationPx = 90;

/**
 * Tells whether to show the bar: the list is in view, and the idol's row is scrolled away or filtered out. Above the
 * list the bar would only cover content.
 */
function useIsMissing(rows: RefObject<HTMLElement | null>, idolId: string, isListed: boolean): boolean {
  const row = rowOf(idolId);
  const listInSight = useInSight(rows, undefined, barPx, true);
  const rowInSight = useInSight(rows, row, navigationPx, isListed);
  return listInSight && !(isListed && rowInSight);
}

/** Tells whether an element, or one within it, is on screen above its lowest `coveredPx`. */
function useInSight(
  within: RefObject<HTMLElement | null>,
  selector: string | undefined,
  coveredPx: number,
  exists: boolean,
): boolean {
  const [inSight, setInSight] = useState(false);

  useEffect(() => {
    const element = selector === undefined ? within.current : within.current?.querySelector(selector);
    if (!exists || !element) return undefined;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `0px 0px -${coveredPx}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [within, selector, coveredPx, exists]);

  return inSight;
}
