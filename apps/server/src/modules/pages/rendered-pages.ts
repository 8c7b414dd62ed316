import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract, DataOf, Language, PageSlug } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { readPage, type WrittenPage } from './pages.view.ts';

export type Page = DataOf<Contract['GET /content/api/v1/page']>;

/** A page ready to be answered, and what its content is known by to caches. */
export type RenderedPage = { readonly page: Page; readonly etag: string };

/** Finds a page as the database has it now; nothing where the content pack has none. */
export type RenderedPages = (wanted: { slug: PageSlug; language: Language }) => Promise<RenderedPage | undefined>;

/** Keeps pages as they were rendered, so that each wording is rendered once in the life of a process. */
export function createRenderedPages(db: Kysely<DB>): RenderedPages {
  const known = new Map<string, { written: WrittenPage; rendered: RenderedPage }>();

  return async function find({ slug, language }) {
    const written = await readPage(db, { slug, language });
    if (!written) return undefined;
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
