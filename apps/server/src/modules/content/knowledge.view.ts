import { type Language, languages } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type PageSection, sectionsOf } from './pages/page-sections.ts';
import type { FaqEntry } from './schema/faq.ts';

type KnownPage = {
  readonly path: string;
  readonly language: Language;
  readonly title: string;
  readonly sections: readonly PageSection[];
};

/** What packs say in words: answers to questions, and the written pages. */
export type WrittenKnowledge = { readonly faq: readonly FaqEntry[]; readonly pages: readonly KnownPage[] };

/** Changes whenever a pack is applied that says anything else. */
export async function readKnowledgeVersion(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select string_agg(encode(digest, 'hex'), ' ' order by name) as version from content_pack`.execute(db);
  return rows[0]?.version ?? '';
}

type Texts = Readonly<Record<Language, string>>;

export async function readWrittenKnowledge(db: Kysely<DB>): Promise<WrittenKnowledge> {
  const { rows: faq } = await sql<FaqEntry>`
    select id, asks, answer, link from faq_entry where not retired order by position, id`.execute(db);
  const { rows: pages } = await sql<{ id: string; title: Texts; body: Texts }>`
    select id, title, body from page where not retired order by id`.execute(db);
  return {
    faq,
    pages: pages.flatMap(({ id, title, body }) =>
      languages.map((language) => ({
        path: `/${id}`,
        language,
        title: title[language],
        sections: sectionsOf(body[language]),
      })),
    ),
  };
}
