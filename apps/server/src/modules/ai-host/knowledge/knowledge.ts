import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readKnowledgeVersion, readWrittenKnowledge, type WrittenKnowledge } from '#/modules/content/index.ts';
import { factEntries } from './entries.ts';
import { createIndex, type KnowledgeIndex } from './search.ts';

/** The facts of the event, the answers of the packs, and the written pages, in one index. */
export function indexOf({ faq, pages }: WrittenKnowledge): KnowledgeIndex {
  const written = faq.map(({ id, asks, ...rest }) => ({ id: `faq:${id}`, asks, written: rest }));
  const passages = pages.flatMap(({ path, language, title, sections }) =>
    sections.map(({ anchor, heading, sentences }) => ({
      language,
      title: heading === '' ? title : `${title}: ${heading}`,
      link: anchor === undefined ? path : `${path}#${anchor}`,
      sentences,
    })),
  );
  return createIndex([...factEntries(), ...written], passages);
}

/** Builds the index at the first question, and again when a pack says anything else. */
export function createKnowledge(db: Kysely<DB>): () => Promise<KnowledgeIndex> {
  let built: { readonly version: string; readonly index: KnowledgeIndex } | undefined;
  return async () => {
    const version = await readKnowledgeVersion(db);
    if (built?.version !== version) built = { version, index: indexOf(await readWrittenKnowledge(db)) };
    return built.index;
  };
}
