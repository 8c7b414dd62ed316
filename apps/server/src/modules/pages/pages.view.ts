import type { Language, PageSlug } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A page in one language, as the content pack wrote it. */
export type WrittenPage = {
  readonly slug: PageSlug;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  /** `2026-11-21` */
  readonly updatedAt: string;
};

type Texts = Readonly<Record<Language, string>>;

/** A page that the content pack has, or nothing. */
export async function readPage(
  db: Kysely<DB>,
  { slug, language }: { slug: PageSlug; language: Language },
): Promise<WrittenPage | undefined> {
  const page = await db
    .selectFrom('page')
    .select((columns) => [
      columns.ref('title').$castTo<Texts>().as('title'),
      columns.ref('summary').$castTo<Texts>().as('summary'),
      columns.ref('body').$castTo<Texts>().as('body'),
      columns.ref('updated_on').$castTo<string>().as('updatedAt'),
    ])
    .where('id', '=', slug)
    .where('retired', '=', false)
    .executeTakeFirst();
  return (
    page && {
      slug,
      title: page.title[language],
      summary: page.summary[language],
      markdown: page.body[language],
      updatedAt: page.updatedAt,
    }
  );
}
