import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import {
  haveMoved,
  type NewRows as Found,
  newRowsOf,
  type ListPage,
  withValuesOf,
  type Growth,
  type PagedList,
} from '#/lib/paging/use-paged-list.ts';
import { Button } from './button.tsx';

type NewRowsProps<Row> = {
  /** The name of the list. */
  label: string;
  pages: PagedList<Row>;
  keyOf: (row: Row) => string;
  /** Its children are the rows; without it the list is still empty. */
  list?: RefObject<HTMLElement | null>;
};

/**
 * Says above a list that is read newest first how many rows were added since, as a button that shows them. It takes no
 * room, and stays in sight while the list is scrolled.
 */
export function NewRows<Row>({ pages, ...props }: NewRowsProps<Row>): ReactNode {
  const { growth, data } = pages;
  return growth && data ? <Watched pages={pages} growth={growth} loaded={data.pages} {...props} /> : null;
}

type WatchedProps<Row> = NewRowsProps<Row> & { growth: Growth<ListPage<Row>>; loaded: readonly ListPage<Row>[] };

function Watched<Row>({ label, pages, growth, loaded, keyOf, list }: WatchedProps<Row>): ReactNode {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const { found, show } = useFoundRows({ pages, growth, loaded, keyOf, isEmpty: list === undefined, place });
  const isPressed = useRef(false);
  const [first] = loaded.flatMap((page) => page.list);
  const firstKey = first === undefined ? undefined : keyOf(first);

  const keyBefore = useRef(firstKey);
  useLayoutEffect(() => {
    const newest = list?.current?.firstElementChild;
    const isSame = keyBefore.current === firstKey;
    keyBefore.current = firstKey;
    if (isSame || !isPressed.current || !(newest instanceof HTMLElement)) return;
    isPressed.current = false;
    newest.setAttribute('tabindex', '-1');
    newest.focus({ preventScroll: true });
    newest.scrollIntoView({ block: 'nearest' });
  }, [firstKey, list]);

  const count = found.rows.length;
  const news = count > 0 ? t(found.hasGap ? 'list.newAtLeast' : 'list.new', { count }) : undefined;
  const press = async () => {
    isPressed.current = true;
    if (!(await show())) isPressed.current = false;
  };
  return (
    <div ref={place} className="sticky top-[calc(var(--safe-top)+44px)] z-10 flex h-0 items-start justify-center">
      <Announcement text={news === undefined ? undefined : t('list.newIn', { label, news })} />
      {news === undefined ? null : (
        <Button className="-mt-9 shrink-0 shadow-lift" onClick={() => void press()}>
          {news}
        </Button>
      )}
    </div>
  );
}

/** Says the first text once, until there is none again. */
function Announcement({ text }: { text: string | undefined }): ReactNode {
  const [said, setSaid] = useState(text);
  if ((said === undefined) !== (text === undefined)) setSaid(text);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** The interval at which the head of a list on the screen is read, in milliseconds. */
const lookMs = 60_000;

const none: Found<never> = { rows: [], hasGap: false };

type Search<Row> = Required<Pick<WatchedProps<Row>, 'pages' | 'growth' | 'loaded' | 'keyOf'>> & {
  isEmpty: boolean;
  /** The start of the list. */
  place: RefObject<HTMLElement | null>;
};

/**
 * Reads the head of the list now and then, on return to the tab or the screen, and after reports of a stream. Values
 * of rows on the screen change in place.
 */
function useFoundRows<Row>({ pages, growth, loaded, keyOf, isEmpty, place }: Search<Row>) {
  const client = useQueryClient();
  const isOnScreen = useOnScreen(place);
  const { data: head } = useQuery({
    queryKey: growth.headKey,
    queryFn: ({ signal }) => growth.fetchHead(signal),
    refetchInterval: growth.intervalMs ?? (isOnScreen ? lookMs : false),
    meta: { background: true },
  });
  const found = head ? newRowsOf(head, loaded, keyOf) : none;
  const isRefetching = pages.isFetching && !pages.isFetchingNextPage;
  /** Returns whether the new rows are in the list, or will be at the next rendering. */
  const show = async (): Promise<boolean> => {
    if (!head) return false;
    if (found.hasGap) return (await pages.refetch()).isSuccess;
    const above = { ...head, list: found.rows };
    // A running read would end without the rows.
    if (pages.isFetching) await client.cancelQueries({ queryKey: growth.pagesKey, exact: true });
    client.setQueryData<InfiniteData<ListPage<Row>>>(growth.pagesKey, (known) =>
      known ? { pages: [above, ...known.pages], pageParams: [1, ...known.pageParams] } : known,
    );
    return true;
  };

  const compare = useEffectEvent((newer: ListPage<Row> | undefined, isBusy: boolean) => {
    if (!newer || isBusy) return;
    const isNew = found.rows.length > 0;
    if (isNew ? isEmpty : haveMoved(newer, loaded, keyOf)) {
      void (isNew ? show() : pages.refetch());
      return;
    }
    client.setQueryData<InfiniteData<ListPage<Row>>>(growth.pagesKey, (known) =>
      known ? { ...known, pages: withValuesOf(known.pages, newer, keyOf) } : known,
    );
  });
  useEffect(() => compare(head, pages.isFetching), [head, pages.isFetching]);

  return { found: isEmpty || isRefetching ? none : found, show };
}

function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
