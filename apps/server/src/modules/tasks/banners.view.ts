import type { bannerTypes, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { coverUrl } from '#/modules/art/index.ts';

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A banner as a content pack defines it. */
type Banner = {
  readonly bannerId: string;
  readonly type: (typeof bannerTypes)[number];
  readonly title: TextInBothLanguages;
  readonly text: TextInBothLanguages;
  readonly pictureSeed: string;
  readonly link: string;
  readonly opensAt: Date | null;
  readonly endsAt: Date | null;
};

/** Reads the banners of the current content in the operator's order, regardless of time. */
export function readBanners(db: Kysely<DB>): Promise<Banner[]> {
  return db
    .selectFrom('banner')
    .select([
      'id as bannerId',
      'type',
      'title',
      'text',
      'picture_seed as pictureSeed',
      'link',
      'opens_at as opensAt',
      'ends_at as endsAt',
    ])
    .where('retired', '=', false)
    .orderBy('position')
    .$castTo<Banner>()
    .execute();
}

/** Returns whether a banner is visible at an instant; the end is exclusive. */
export function isOnShow({ opensAt, endsAt }: Pick<Banner, 'opensAt' | 'endsAt'>, at: Date): boolean {
  return (!opensAt || at >= opensAt) && (!endsAt || at < endsAt);
}

/** Presents a banner on the wire. */
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
