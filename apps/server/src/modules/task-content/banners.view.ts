import type { bannerTypes, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Text = Readonly<Record<Language, string>>;

/** A banner as a content pack defines it. */
export type Banner = {
  readonly bannerId: string;
  readonly type: (typeof bannerTypes)[number];
  readonly title: Text;
  readonly text: Text;
  readonly pictureSeed: string;
  readonly link: string;
  readonly opensAt: Date | null;
  readonly endsAt: Date | null;
};

/** The banners of the current content in the operator's order, whether or not they can be seen now. */
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
