import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract, DataOf, Language, PageSlug } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Services } from '#/services.ts';
import { aboutBrand } from './about-brand.ts';
import { renderMarkdown } from './markdown.ts';

type PageContent = DataOf<Contract['GET /content/api/v1/page']>;

/** A rendered page with its ETag. */
type RenderedPage = { readonly page: PageContent; readonly etag: string };

/** Finds the current page in the database; undefined if the content pack has none. */
type RenderedPages = (wanted: { slug: PageSlug; language: Language }) => Promise<RenderedPage | undefined>;

/** Caches rendered pages, so that a process renders each text once. */
export function createRenderedPages({ brand, db }: Pick<Services, 'brand' | 'db'>): RenderedPages {
  const known = new Map<string, { written: WrittenPage; rendered: RenderedPage }>();

  return async function find({ slug, language }) {
    const page = await readPage(db, { slug, language });
    if (!page) return undefined;
    const ending = slug === 'about-us' ? aboutBrand(await brand(), language) : '';
    const written = { ...page, markdown: page.markdown + ending };
    const key = `${slug} ${language}`;
    const earlier = known.get(key);
    if (earlier && isDeepStrictEqual(earlier.written, written)) return earlier.rendered;
    const rendered = render(written);
    known.set(key, { written, rendered });
    return rendered;
  };
}

function render({ markdown, ...page }: WrittenPage): RenderedPage {
  const rendered = { ...page, ...renderMarkdown(markdown) };
  const digest = hash('sha256', JSON.stringify(rendered), 'base64url').slice(0, 22);
  return { page: { ...rendered, headings: [...rendered.headings] }, etag: `"${digest}"` };
}

/** A page in one language, as the content pack wrote it. */
type WrittenPage = {
  readonly slug: PageSlug;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  /** `2026-11-21` */
  readonly updatedAt: string;
};

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** Reads a page of the content pack; undefined if there is none. */
async function readPage(
  db: Kysely<DB>,
  { slug, language }: { slug: PageSlug; language: Language },
): Promise<WrittenPage | undefined> {
  const page = await db
    .selectFrom('page')
    .select((columns) => [
      columns.ref('title').$castTo<TextInBothLanguages>().as('title'),
      columns.ref('summary').$castTo<TextInBothLanguages>().as('summary'),
      columns.ref('body').$castTo<TextInBothLanguages>().as('body'),
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
