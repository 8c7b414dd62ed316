import { hash } from 'node:crypto';
import type { bannerTypes, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { staleWhileRevalidate } from '#/lib/shared-reads.ts';
import { coverUrl } from '#/modules/art/index.ts';
import type { Services } from '#/services.ts';

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
function readBanners(db: Kysely<DB>): Promise<Banner[]> {
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
function isOnShow({ opensAt, endsAt }: Pick<Banner, 'opensAt' | 'endsAt'>, at: Date): boolean {
  return (!opensAt || at >= opensAt) && (!endsAt || at < endsAt);
}

/** What a process knows of banners, some seconds old at most. */
export type Banners = {
  /** The banners of a screen at an instant, in the operator's order. */
  readonly onShow: (type: Banner['type'], at: Date) => Promise<Banner[]>;
  /**
   * Names the banners of home on show, undefined without any. The ranking carries the name to open pages, which then ask
   * for banners.
   */
  readonly nameOfHome: (at: Date) => Promise<string | undefined>;
};

export function watchBanners({ lookUps, clock }: Pick<Services, 'lookUps' | 'clock'>): Banners {
  const banners = staleWhileRevalidate(clock, () => readBanners(lookUps.db));
  const onShow: Banners['onShow'] = async (type, at) =>
    (await banners.current()).filter((banner) => banner.type === type && isOnShow(banner, at));
  return {
    onShow,
    async nameOfHome(at) {
      const shown = await onShow('home', at);
      return shown.length > 0 ? hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 12) : undefined;
    },
  };
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
