import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { rowsOf } from '#/lib/paging/page.ts';
import type { PagedList } from '#/lib/paging/use-paged-list.ts';
import { ListEnd } from './list-end.tsx';
import { LoadError } from './load-error.tsx';
import { NewRows } from './new-rows.tsx';
import { RecordSkeleton } from './record-row.tsx';

type InfiniteListProps<Row> = {
  /** What the list holds, for screen readers. */
  label: string;
  pages: PagedList<Row>;
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
  /** What could not be loaded, as a sentence. */
  errorText: string;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** The first page before it is there, in its final geometry. */
  skeleton?: ReactNode;
  /** CSS pixels of a row; rows out of sight are as high until they were seen. */
  rowHeight?: number;
  /**
   * How the next page loads: near the end, or by a button where content follows the list. `elsewhere`: never, because
   * another screen has the whole list.
   */
  more?: 'near-end' | 'on-press' | 'elsewhere';
};

/** A list that goes on as it is read, with its loading, empty, failed and final states. */
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

/** A page whose rows are all in the list, because as many were added at its head, leads to the next one. */
function useEmptyStep(pages: Omit<PagedList<unknown>, 'data'>, pageCount: number, rowCount: number): void {
  const before = useRef({ pageCount, rowCount });
  const goOn = useEffectEvent(() => void (pages.hasNextPage && pages.fetchNextPage()));
  useEffect(() => {
    const isEmpty = pageCount > before.current.pageCount && rowCount === before.current.rowCount;
    before.current = { pageCount, rowCount };
    if (isEmpty) goOn();
  }, [pageCount, rowCount]);
}
