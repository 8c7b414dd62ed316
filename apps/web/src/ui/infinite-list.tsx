import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { rowsOf, type PagedList } from '#/lib/paging/use-paged-list.ts';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from './load-error.tsx';
import { NewRows } from './new-rows.tsx';
import { RecordSkeleton } from './record-row.tsx';
import { Button } from './button.tsx';
import { InlineAlert } from './inline-alert.tsx';

type InfiniteListProps<Row> = {
  /** The content of the list, for screen readers. */
  label: string;
  pages: PagedList<Row>;
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
  /** Says what could not be loaded. */
  errorText: string;
  /** Replaces a list without rows. */
  empty: ReactNode;
  /** The first page before it is there, in its final geometry. */
  skeleton?: ReactNode;
  /** CSS pixels of a row; rows out of sight are as high until they were seen. */
  rowHeight?: number;
  /**
   * The way the next page loads: near the end, or by a button where content follows the list. `elsewhere`: never,
   * because another screen has the whole list.
   */
  more?: 'near-end' | 'on-press' | 'elsewhere';
};

/** Shows a list that goes on as it is read, with its loading, empty, failed and final states. */
export function InfiniteList<Row>({
  label,
  pages,
  keyOf,
  renderRow,
  errorText,
  empty,
  skeleton = <RecordSkeleton />,
  rowHeight = 64,
  more = 'near-end',
}: InfiniteListProps<Row>): ReactNode {
  const { data, error, isFetching, refetch } = pages;
  if (!data) {
    if (!error) return skeleton;
    return <LoadError text={errorText} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (data.pages[0]?.list.length === 0) {
    return (
      <div>
        <NewRows label={label} pages={pages} keyOf={keyOf} />
        {empty}
      </div>
    );
  }
  return <Rows {...{ label, pages, keyOf, renderRow, rowHeight, more }} loaded={data.pages} />;
}

type RowsProps<Row> = Required<
  Pick<InfiniteListProps<Row>, 'label' | 'pages' | 'keyOf' | 'renderRow' | 'rowHeight' | 'more'>
> & {
  loaded: Parameters<typeof rowsOf<Row>>[0];
};

function Rows<Row>({ label, pages, loaded, keyOf, renderRow, rowHeight, more }: RowsProps<Row>): ReactNode {
  const rows = rowsOf(loaded, keyOf);
  const list = useRef<HTMLUListElement>(null);
  const endHasFocus = useRef(false);
  const countBefore = useRef(rows.length);

  // After "more" by keyboard, focus moves to the first new row: the vanished button would send it to the top of the page.
  useLayoutEffect(() => {
    const firstNew = list.current?.children.item(countBefore.current);
    countBefore.current = rows.length;
    if (!endHasFocus.current || !(firstNew instanceof HTMLElement)) return;
    firstNew.tabIndex = -1;
    firstNew.focus({ preventScroll: true });
  }, [rows.length]);

  useEmptyStep(pages, loaded.length, rows.length);

  return (
    <>
      <div>
        <NewRows label={label} pages={pages} keyOf={keyOf} list={list} />
        <ul ref={list} aria-label={label} aria-busy={pages.isFetchingNextPage} className="divide-y divide-line">
          {rows.map((row) => (
            // Rows out of sight cost no layout or paint.
            <li
              key={keyOf(row)}
              className="scroll-mt-16 [content-visibility:auto]"
              style={{ containIntrinsicSize: `auto ${rowHeight}px` }}
            >
              {renderRow(row)}
            </li>
          ))}
        </ul>
      </div>
      {more === 'elsewhere' ? null : (
        <ListEnd
          pages={pages}
          shown={rows.length}
          total={Math.max(...loaded.map(({ total }) => total))}
          isLong={loaded.length > 1}
          byItself={more === 'near-end'}
          onFocusChange={(hasFocus) => {
            endHasFocus.current = hasFocus;
          }}
        />
      )}
    </>
  );
}

/** Loads the next page after one whose rows are all in the list already, because as many were added at its head. */
function useEmptyStep(pages: Omit<PagedList<unknown>, 'data'>, pageCount: number, rowCount: number): void {
  const before = useRef({ pageCount, rowCount });
  const goOn = useEffectEvent(() => void (pages.hasNextPage && pages.fetchNextPage()));
  useEffect(() => {
    const isEmpty = pageCount > before.current.pageCount && rowCount === before.current.rowCount;
    before.current = { pageCount, rowCount };
    if (isEmpty) goOn();
  }, [pageCount, rowCount]);
}

type ListEndProps = {
  pages: Omit<PagedList<unknown>, 'data'>;
  /** The number of rows on screen, and of all. */
  shown: number;
  total: number;
  /** More than one page: only then is it worth saying that there is nothing further. */
  isLong: boolean;
  /** The next page loads when the end is near. */
  byItself: boolean;
  onFocusChange: (hasFocus: boolean) => void;
};

/** Shows the footer of a list: a button for more, an error, or the end. */
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

/** The distance below the screen that counts as near: about a screenful, so that it is there before the fan is. */
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
