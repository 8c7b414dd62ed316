import type { Contract, DataOf } from '@lightstick/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { AlertIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';

type Banner = DataOf<Contract['POST /task/api/v1/taskItem/getBanner']>[number];

/** Another process may know new banners some seconds later than the one that has named them. */
const knownEverywhereMs = 6000;
const mostAnswers = 3;

/** Loads the banners of home under the name that the ranking gives them: another name means other banners. */
export const homeBannersQuery = (name: string) =>
  queryOptions<Banner[]>({
    queryKey: ['banners', 'home', name],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getBanner', { body: { type: 'home' } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.dataUpdateCount < mostAnswers ? knownEverywhereMs : false),
    meta: { background: true },
  });

/** The element above the app, where the server has drawn the banners (http/first-page). */
const strip = () => document.querySelector<HTMLElement>('#banners:is(:has(.drawn-banners), [data-taken])');

/**
 * Shows the banners of home without moving the screen: those that were there when it opened are at the top, later ones above
 * the navigation. A banner that ends leaves its place empty.
 */
export function HomeBanners({ name }: { name: string }): ReactNode {
  const { data: banners } = useQuery({ ...homeBannersQuery(name), placeholderData: keepPreviousData });
  const [top] = useState(strip);
  const [first, setFirst] = useState(banners);
  if (!first && banners) setFirst(banners);

  useLayoutEffect(() => {
    if (banners) takeOver(top);
  }, [top, banners]);
  useLayoutEffect(() => () => keepPlace(top), [top]);

  if (!first || !banners) return null;
  const atTop = top ? first : [];
  const later = banners.filter(({ bannerId }) => !atTop.some((other) => other.bannerId === bannerId));
  const isOver = ({ bannerId }: Banner) => !banners.some((other) => other.bannerId === bannerId);
  return (
    <>
      {top && createPortal(<BannerStrip banners={atTop} isOver={isOver} />, top)}
      {later.length > 0 ? (
        <div role="alert" className="over-centre above-nav">
          <BannerList banners={later} look="overflow-hidden rounded-tile shadow-lift" />
        </div>
      ) : null}
    </>
  );
}

/** Removes what the server drew, in the frame in which the app draws the same. */
function takeOver(top: HTMLElement | null): void {
  if (!top) return;
  top.querySelector('.drawn-banners')?.remove();
  top.dataset['taken'] = '';
  top.style.minHeight = '';
}

/** Leaves the height of the strip until the fan goes on, because what is below must not jump. */
function keepPlace(top: HTMLElement | null): void {
  if (!top || location.pathname !== '/') return;
  top.style.minHeight = `${top.offsetHeight}px`;
  const waiting = new AbortController();
  const close = () => {
    waiting.abort();
    top.style.minHeight = '';
  };
  for (const event of ['pushState', 'replaceState', 'popstate'])
    addEventListener(event, close, { signal: waiting.signal });
}

type BannerListProps = { banners: readonly Banner[]; isOver?: (banner: Banner) => boolean; look?: string };

/** Shows banners above everything else on the page. */
export function BannerStrip(props: BannerListProps): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('banners.announcements')} className="banner-strip">
      <BannerList {...props} />
    </section>
  );
}

function BannerList({ banners, isOver, look = '' }: BannerListProps): ReactNode {
  return (
    <ul className={`bg-warn-soft text-ink ${look}`}>
      {banners.map((banner) => (
        <li key={banner.bannerId} className={isOver?.(banner) ? 'invisible' : undefined}>
          <BannerLink banner={banner} />
        </li>
      ))}
    </ul>
  );
}

function BannerLink({ banner: { link, title, text } }: { banner: Banner }): ReactNode {
  const t = useText();
  const isInside = link.startsWith('/');
  const words = (
    <>
      <AlertIcon size={20} className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1">
        <span className="block text-small font-bold">{title}</span>
        <span className="block text-small">{text}</span>
        {isInside ? null : <span className="sr-only"> {t('visit.newWindow')}</span>}
      </span>
      <NextIcon size={18} className="shrink-0" />
    </>
  );
  const look = 'press flex items-center gap-3 px-4 py-2.5 focus-visible:-outline-offset-3';
  return isInside ? (
    <Link href={link} className={look}>
      {words}
    </Link>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer" className={look}>
      {words}
    </a>
  );
}
