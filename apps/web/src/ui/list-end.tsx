import { type ReactNode, useRef, type RefObject, useEffect, useEffectEvent } from 'react';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { PagedList } from '#/lib/paging/use-paged-list.ts';
import { Button } from './button.tsx';
import { InlineAlert } from './inline-alert.tsx';

type ListEndProps = {
  pages: Omit<PagedList<unknown>, 'data'>;
  /** How many rows are on screen, of how many. */
  shown: number;
  total: number;
  /** More than one page: only then is it worth saying that there is nothing further. */
  isLong: boolean;
  /** The next page loads when the end is near. */
  byItself: boolean;
  onFocusChange: (hasFocus: boolean) => void;
};

/** The footer of a list: a button for more, an error, or the end. */
export function ListEnd({ pages, shown, total, isLong, byItself, onFocusChange }: ListEndProps): ReactNode {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isFetchingNextPage, isError, error } = pages;
  const failure = useFailureText()(error);
  const goOn = () => void (pages.isRefetchError ? pages.refetch() : pages.fetchNextPage());

  // No automatic retry after a failure: the fan retries.
  useNearScreen(end, byItself && hasNextPage && !isFetching && !isError, goOn);

  const hasMore = hasNextPage || isError;
  return (
    <div ref={end} onFocus={() => onFocusChange(true)} onBlur={() => onFocusChange(false)} className="flex flex-col">
      <p role="status" className="sr-only">
        {isFetchingNextPage ? t('list.loadingMore') : t('list.shown', { shown, total })}
      </p>
      {isError ? (
        <div className="mt-3">
          <InlineAlert>{failure?.detail ?? t('list.moreError')}</InlineAlert>
        </div>
      ) : null}
      {hasMore ? (
        <Button variant="soft" className="mt-3" busy={isFetching} onClick={goOn}>
          {isError ? t('common.retry') : t('list.more')}
        </Button>
      ) : null}
      {!hasMore && isLong ? <p className="pt-4 text-center text-caption text-mute">{t('list.end')}</p> : null}
    </div>
  );
}

/** How far below the screen something counts as near: about a screenful, so that it is there before the fan is. */
const reachPx = 600;

/**
 * Calls `onNear` when an element comes near the viewport while `active`. Toggling `active` checks again, so that a page too
 * short to move the element loads the next one.
 */
function useNearScreen(element: RefObject<Element | null>, active: boolean, onNear: () => void): void {
  const near = useEffectEvent(onNear);

  useEffect(() => {
    if (!active || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: `0px 0px ${reachPx}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, active]);
}
