import { memo, type ReactNode, useState, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Standing, Team } from '#/features/elections/standings.ts';
import { RankingRow } from './ranking-row.tsx';

type RankingListProps = {
  standings: readonly Standing[];
  teams?: readonly Team[] | undefined;
  myIdolId?: string | undefined;
  /** Where an idol's page is; absent where names lead nowhere. */
  pagePathOf?: ((idolId: string) => string) | undefined;
  onVote?: ((idolId: string) => void) | undefined;
  /** The content below a row, given the next one; undefined for none. */
  renderBelow?: ((standing: Standing, next: Standing | undefined) => ReactNode) | undefined;
};

/** The ranking, moving as it changes. Rows out of sight cost no layout or paint; with the same props none is drawn again. */
export const RankingList = memo(function RankingList({
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
});

/** A light that passes over the row when its votes change, but not when the row first appears. */
function GlintOnChange({ votes }: { votes: number }): ReactNode {
  const [firstVotes] = useState(votes);
  if (votes === firstVotes) return null;
  return <span key={votes} aria-hidden="true" className="glint absolute inset-0 -z-10 rounded-tile" />;
}

const moveMs = 420;

/**
 * Animates reordered children (FLIP: measure, let React move, play the difference as a transform). `order` joins their keys
 * by spaces. Measures all before moving visible ones only, which avoids a layout per row.
 */
function useMovingRows(order: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const measured = useRef<Measured>(undefined);

  useLayoutEffect(() => {
    const { current: parent } = list;
    const before = measured.current;
    if (!parent || !before || before.order === order) return;
    const tops = topsOf(parent);
    measured.current = { order, tops };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;

    const listTop = parent.getBoundingClientRect().top;
    const isOnScreen = (top: number) => listTop + top > -window.innerHeight / 2 && listTop + top < window.innerHeight;
    for (const [row, to] of tops) {
      const from = before.tops.get(row) ?? to;
      if (from !== to && (isOnScreen(from) || isOnScreen(to))) glide(row, from - to);
    }
  }, [order]);

  useEffect(() => {
    const { current: parent } = list;
    if (!parent) return undefined;
    // Called after a layout, so that measuring costs none.
    const observer = new ResizeObserver(() => {
      measured.current = { order, tops: topsOf(parent) };
    });
    observer.observe(parent);
    return () => observer.disconnect();
  }, [order]);

  return list;
}

/** How far the rows were below the top of their list, in pixels. */
type Tops = ReadonlyMap<HTMLElement, number>;
type Measured = { readonly order: string; readonly tops: Tops } | undefined;

function topsOf(list: HTMLOListElement): Tops {
  return new Map([...list.children].filter((row) => row instanceof HTMLElement).map((row) => [row, row.offsetTop]));
}

/** Animates the row from `shiftPx` below to its new place. */
function glide(row: HTMLElement, shiftPx: number): void {
  row.animate([{ transform: `translateY(${shiftPx}px)` }, { transform: 'none' }], {
    duration: moveMs,
    easing: 'cubic-bezier(.2, .9, .25, 1)',
  });
}
