import type { PageSlug, Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, type RefCallback, useCallback } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type PageBodyProps = {
  slug: PageSlug;
  /** Goes to another screen that the text links to; must be stable. */
  onFollow: (path: string) => void;
};

/** Shows a written page below its title: the day of its wording, its sections and its text, or why there is none. */
export function PageBody({ slug, onFollow }: PageBodyProps): ReactNode {
  const t = useText();
  const page = usePage(slug);
  if (page.data) return <Written page={page.data} onFollow={onFollow} />;
  if (!page.isError) return <PageSkeleton />;
  if (refusalReason(page.error) === 'PAGE_NOT_FOUND') {
    return (
      <Empty
        icon={ReceiptIcon}
        text={t('page.notWritten')}
        action={
          <Link href="/" className={buttonStyle('soft')}>
            {t('stayTuned.home')}
          </Link>
        }
      />
    );
  }
  return (
    <LoadError
      text={t('page.error')}
      error={page.error}
      retrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
}

function Written({ page, onFollow }: { page: ShownPage; onFollow: (path: string) => void }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const links = useInnerLinks(onFollow);
  return (
    <article ref={links}>
      <p className="flex items-center gap-2 text-small font-semibold text-mute">
        <CalendarIcon size={18} />
        {t('page.updated', { day: zonedDates('UTC', languageType).format(page.updatedAt, 'date') })}
      </p>
      <PageContents headings={page.headings} />
      {/* Another wording is another text: the place in the old one means nothing in it. */}
      <PageText key={page.html} html={page.html} />
    </article>
  );
}

/** Fewer sections are seen at a glance. */
const leastSections = 4;

/** Shows the sections of a long page, folded so that the text itself begins on the first screen. */
function PageContents({ headings }: Pick<ShownPage, 'headings'>): ReactNode {
  const t = useText();
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < leastSections) return null;
  return (
    <details className="group mt-4 rounded-tile bg-raise">
      <summary
        className={
          'flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-tile ' +
          'px-4 text-small font-bold [&::-webkit-details-marker]:hidden'
        }
      >
        <span className="flex-1">{t('page.contents')}</span>
        <span className="num font-medium text-mute">{t('page.sections', { count: sections.length })}</span>
        <NextIcon size={16} className="text-mute transition-transform group-open:rotate-90" />
      </summary>
      <nav aria-label={t('page.contents')}>
        <ol className="px-4 pb-3">
          {sections.map(({ id, text }) => (
            <li key={id} className="border-t border-line">
              <a href={`#${encodeURIComponent(id)}`} className="flex min-h-11 items-center text-small font-semibold">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}

const paragraphs = [
  ['w-full', 'w-full', 'w-2/3'],
  ['w-full', 'w-11/12', 'w-full', 'w-1/2'],
  ['w-full', 'w-full', 'w-3/4'],
];

function PageSkeleton(): ReactNode {
  return (
    <LoadingRegion>
      <Skeleton className="h-4 w-40 rounded-full" />
      {paragraphs.map((lines, index) => (
        <div key={lines.join()} className="mt-8 space-y-3">
          {index > 0 ? <Skeleton className="mb-4 h-6 w-44 rounded-control" /> : null}
          {lines.map((width, line) => (
            <Skeleton key={line} className={`h-4 rounded-full ${width}`} />
          ))}
        </div>
      ))}
    </LoadingRegion>
  );
}

/** The parts of a click that decide where it leads. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented' | 'target'>;

/** A place inside the app: an element of this very page, or a path with its query and fragment. */
type InnerPlace = { readonly anchor: string } | { readonly path: string };

/**
 * Returns the place in the app that a click on a link leads to; undefined for other clicks: beside links, on external
 * ones, and into another tab.
 */
function innerPlaceOf(click: Click): InnerPlace | undefined {
  const isPlain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
  if (!isPlain || click.defaultPrevented || !(click.target instanceof Element)) return undefined;
  const link = click.target.closest('a');
  const href = link?.getAttribute('href');
  if (!link || !href || (link.target !== '' && link.target !== '_self')) return undefined;
  if (href.startsWith('#')) return { anchor: decodeAnchor(href.slice(1)) };
  return href.startsWith('/') ? { path: href } : undefined;
}

/** Returns the id in a fragment of an address; unchanged when its encoding is invalid. */
function decodeAnchor(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Routes links of sanitised HTML through the app: other screens by `follow`, which must be stable, without a reload;
 * headings of this page without a history entry, so that Back leaves the page.
 */
function useInnerLinks(follow: (path: string) => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return undefined;
      const controller = new AbortController();
      element.addEventListener(
        'click',
        (click) => {
          const place = innerPlaceOf(click);
          if (!place) return;
          click.preventDefault();
          if ('path' in place) follow(place.path);
          else jumpTo(element, place.anchor);
        },
        { signal: controller.signal },
      );
      return () => controller.abort();
    },
    [follow],
  );
}

/** Scrolls to the heading of the address, if it exists. */
function showAddressedHeading(within: HTMLElement): void {
  const heading = headingOf(within, decodeAnchor(location.hash.slice(1)));
  heading?.scrollIntoView();
}

function jumpTo(within: HTMLElement, id: string): void {
  const heading = headingOf(within, id);
  if (!heading) return;
  heading.scrollIntoView();
  // Keyboard and screen reader go on from there.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function headingOf(within: HTMLElement, id: string): HTMLElement | null {
  return id === '' ? null : within.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
}

/** Shows the text of a written page, as the server has made it from Markdown. */
function PageText({ html }: { html: string }): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text.current) showAddressedHeading(text.current);
  }, []);
  return (
    <div
      ref={text}
      className="prose"
      // oxlint-disable-next-line react/no-danger -- Our server made it from Markdown without raw HTML, by an allow-list of tags.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

type ShownPage = DataOf<Contract['GET /content/api/v1/page']>;

/** A wording stays for weeks; who keeps the app open for longer than this looks again. */
const freshMs = 10 * 60_000;

/** Loads a written page in the language on screen. */
export function usePage(slug: PageSlug): UseQueryResult<ShownPage> {
  return useQuery({
    queryKey: ['page', slug],
    queryFn: ({ signal }) => call('GET /content/api/v1/page', { query: { slug } }, { signal }),
    staleTime: freshMs,
  });
}
