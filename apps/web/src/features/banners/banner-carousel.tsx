import { type ReactNode, useRef, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { BackIcon, NextIcon } from '#/ui/icons/first-icons.tsx';
import { PauseIcon, PlayIcon } from './banner-icons.tsx';
import { BannerSlide } from './banner-slide.tsx';
import { slideAfter } from './slide-after.ts';
import type { Banner } from './use-banners.ts';
import { useHeld } from './use-held.ts';
import { mayMove, useRotation } from './use-rotation.ts';

const control = 'press grid size-11 place-content-center rounded-full text-mute';

/**
 * Banners side by side, to be swiped or leafed through. They move on by themselves only where the device allows motion,
 * not while somebody points at them or is inside, and never again once somebody has taken them in hand (WCAG 2.2.2).
 */
export function BannerCarousel({ banners }: { banners: readonly Banner[] }): ReactNode {
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
  const leaf = (by: 1 | -1) => {
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
          <button type="button" aria-label={t('banners.previous')} className={control} onClick={() => leaf(-1)}>
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
            <button type="button" aria-label={t('banners.next')} className={control} onClick={() => leaf(1)}>
              <NextIcon size={20} />
            </button>
          </span>
        </div>
      ) : null}
    </section>
  );
}
