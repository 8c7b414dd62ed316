import type { Language } from '@lightstick/contract';
import { coverUrl } from '#/modules/art/index.ts';
import type { Banner } from './banners.view.ts';

/** Whether a banner can be seen at that instant; the instant of its end is no longer within. */
export function isOnShow({ opensAt, endsAt }: Pick<Banner, 'opensAt' | 'endsAt'>, at: Date): boolean {
  return (!opensAt || at >= opensAt) && (!endsAt || at < endsAt);
}

/** A banner as it goes over the wire. */
export function showBanner({ pictureSeed, title, text, opensAt, endsAt, ...banner }: Banner, language: Language) {
  return {
    ...banner,
    title: title[language],
    text: text[language],
    pictureUrl: coverUrl(pictureSeed),
    ...(opensAt && { opensAt: opensAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
  };
}
