import type { Contract, DataOf, InputOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState, useEffect, useEffectEvent, type RefObject } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { BackIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Shows the banners of a screen; nothing when there are none or loading fails. */
export function Banners({ type }: { type: BannerType }): ReactNode {
  const banners = useBanners(type);
  if (banners.isPending) {
    return (
      <LoadingRegion>
        <Skeleton className="h-40 rounded-card" />
        <div className="h-11" />
      </LoadingRegion>
    );
  }
  return banners.data?.length ? <BannerCarousel banners={banners.data} /> : null;
}

const PauseIcon = drawIcon('M8.5 5.5v13M15.5 5.5v13');
const PlayIcon = drawIcon('M8 5.2 18.5 12 8 18.8z');

type Route = Contract['POST /task/api/v1/taskItem/getBanner'];
type Banner = DataOf<Route>[number];
type BannerType = InputOf<Route>['body']['type'];

const fiveMinutesMs = 5 * 60_000;

/** Loads the banners of a screen in order. They are optional, so only business errors are shown. */
function useBanners(type: BannerType): UseQueryResult<Banner[]> {
  return useQuery({
    queryKey: ['banners', type],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getBanner', { body: { type } }, { signal }),
    staleTime: fiveMinutesMs,
    meta: { background: true },
  });
}

const slide = 'stage block h-40 p-5 focus-visible:-outline-offset-3';

/** Shows one banner: all of it is the link. */
function BannerSlide({ banner }: { banner: Banner }): ReactNode {
  const t = useText();
  const { link } = banner;
  if (link.startsWith('/')) {
    return (
      <Link href={link} className={slide}>
        <BannerText banner={banner} />
      </Link>
    );
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={slide}>
      <BannerText banner={banner} />
      <span className="sr-only"> {t('visit.newWindow')}</span>
    </a>
  );
}

/** Words are read on it, however bright the picture is. */
const shade = { background: 'linear-gradient(90deg, rgb(26 11 58 / 0.95), rgb(36 16 80 / 0.8) 60%, transparent)' };

function BannerText({ banner: { title, text, pictureUrl } }: { banner: Banner }): ReactNode {
  return (
    <>
      <Cover src={pictureUrl} width={408} height={272} className="absolute inset-0 -z-20 h-full w-full" />
      <span className="absolute inset-0 -z-10" style={shade} />
      <span className="flex h-full max-w-64 flex-col justify-end">
        <span className="block text-title font-extrabold text-balance">{title}</span>
        <span className="mt-1 line-clamp-3 text-small font-medium text-pretty">{text}</span>
      </span>
    </>
  );
}

const control = 'press grid size-11 place-content-center rounded-full text-mute';

/**
 * Shows a banner carousel. It advances only where the device allows motion, pauses on hover and focus, and stops after
 * the first manual change (WCAG 2.2.2).
 */
function BannerCarousel({ banners }: { banners: readonly Banner[] }): ReactNode {
  const t = useText();
  const carousel = useRef<HTMLElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [isPlaying, setPlaying] = useState(() => banners.length > 1 && mayMove());
  const isHeld = useHeld(carousel);

  const show = (index: number) => {
    const list = row.current;
    list?.scrollTo({ left: index * list.clientWidth, behavior: mayMove() ? 'smooth' : 'instant' });
  };
  const step = (by: 1 | -1) => {
    setPlaying(false);
    show(slideAfter(shown, by, banners.length));
  };
  useRotation(isPlaying && !isHeld, () => show(slideAfter(shown, 1, banners.length)));

  return (
    <section ref={carousel} aria-roledescription={t('banners.carousel')} aria-label={t('banners.label')}>
      <ul
        ref={row}
        className="scroll-row rounded-card shadow-lift"
        style={{ scrollSnapType: 'x mandatory' }}
        onTouchStart={() => setPlaying(false)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {banners.map((banner) => (
          <li key={banner.bannerId} className="w-full shrink-0" style={{ scrollSnapAlign: 'start' }}>
            <BannerSlide banner={banner} />
          </li>
        ))}
      </ul>
      {banners.length > 1 ? (
        <div className="flex h-11 items-center justify-between">
          <button type="button" aria-label={t('banners.previous')} className={control} onClick={() => step(-1)}>
            <BackIcon size={20} />
          </button>
          <p className="num flex items-center gap-1.5">
            <span className="sr-only">{t('banners.place', { place: shown + 1, total: banners.length })}</span>
            {banners.map(({ bannerId }, index) => (
              <span
                key={bannerId}
                className={`h-2 rounded-full transition-all ${index === shown ? 'w-5 bg-brand' : 'w-2 bg-line'}`}
              />
            ))}
          </p>
          <span className="flex">
            {mayMove() ? (
              <button
                type="button"
                aria-label={t(isPlaying ? 'banners.pause' : 'banners.play')}
                className={control}
                onClick={() => setPlaying(!isPlaying)}
              >
                {isPlaying ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
              </button>
            ) : null}
            <button type="button" aria-label={t('banners.next')} className={control} onClick={() => step(1)}>
              <NextIcon size={20} />
            </button>
          </span>
        </div>
      ) : null}
    </section>
  );
}

const slideMs = 6000;

/** Tells whether the device allows automatic motion. */
function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `onTurn` at intervals while `active` and the page is visible. */
function useRotation(active: boolean, onTurn: () => void): void {
  const turn = useEffectEvent(onTurn);

  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') turn();
    }, slideMs);
    return () => clearInterval(timer);
  }, [active]);
}

/** Tells whether an element is pointed at or contains the focus. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const listen = (type: string, listener: () => void) =>
      element.current?.addEventListener(type, listener, { signal: leaving.signal });
    listen('pointerenter', () => setPointedAt(true));
    listen('pointerleave', () => setPointedAt(false));
    listen('focusin', () => setFocus(true));
    listen('focusout', () => setFocus(false));
    return () => leaving.abort();
  }, [element]);

  return isPointedAt || hasFocus;
}

/** Returns the slide one further or one back; behind the last comes the first, and before the first the last. */
export function slideAfter(shown: number, by: 1 | -1, total: number): number {
  return (shown + by + total) % total;
}
