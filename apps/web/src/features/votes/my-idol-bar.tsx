import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { GapText } from './gap-text.tsx';
import type { Standing } from './standings.ts';

type MyIdolBarProps = {
  standing: Standing;
  /** Where the rows are, to know whether hers is in sight. */
  rows: RefObject<HTMLElement | null>;
  /** False while the filter leaves her out. */
  isListed: boolean;
  onVote?: ((idolId: string) => void) | undefined;
};

/** Keeps the fan's idol above the navigation while the list is read and her own row is off screen. */
export function MyIdolBar({ standing, rows, isListed, onVote }: MyIdolBarProps): ReactNode {
  const t = useText();
  const { idolId, name, rank, portraitUrl, leftInRound } = standing;
  if (!useIsMissing(rows, idolId, isListed)) return null;
  return (
    <aside
      aria-label={t('votes.mine')}
      className="enter fixed inset-x-0 z-30 mx-auto w-full max-w-[448px] px-3"
      style={{ bottom: 'calc(var(--nav-height) + var(--safe-bottom) + 8px)' }}
    >
      <div className="flex items-center gap-3 rounded-tile border border-line bg-surface/95 p-2.5 shadow-lift backdrop-blur-xl">
        <span className="num w-8 text-center text-title font-extrabold text-brand">#{rank}</span>
        <Portrait src={portraitUrl} width={44} height={44} className="size-11 rounded-full" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-bold">{name}</p>
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
    </aside>
  );
}

/** What the navigation covers does not count as seen, nor what the bar itself would cover. */
const navigationPx = 90;
const barPx = 150;

/**
 * Whether the bar is needed: the list is being read and the idol's row is not in sight, be it further up or down or left
 * out by the filter. Before the list has been reached the bar would only cover what stands above it.
 */
function useIsMissing(rows: RefObject<HTMLElement | null>, idolId: string, isListed: boolean): boolean {
  const row = `[data-row="${CSS.escape(idolId)}"]`;
  const listInSight = useInSight(rows, undefined, barPx, true);
  const rowInSight = useInSight(rows, row, navigationPx, isListed);
  return listInSight && !(isListed && rowInSight);
}

/** Whether an element, or one within it, is on screen above its lowest `coveredPx`. */
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
