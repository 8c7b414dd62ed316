import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import MiniSearch from 'minisearch';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { readLanguageFile } from '#/lib/language-file.ts';
import { readKnowledgeVersion, readWrittenKnowledge, type WrittenKnowledge } from '#/modules/content/index.ts';
import { signs } from '../names.rules.ts';
import { foldText, isLight, isThing, isTopic, isWord, spellingOf, stemOf, type Tokens, tokensOf } from './tokens.ts';

/** An answer that an organiser wrote, with where to read more. */
export type WrittenAnswer = { readonly answer: Readonly<Record<Language, string>>; readonly link: string };

/** What the host can be asked. */
export type KnowledgeEntry = {
  /** `faq:` and the id of an entry of the pack, or `fact:` and the name of a fact. */
  readonly id: string;
  /** Ways to ask, with `{idol}` and its like for names. The first one of a language is shown to fans. */
  readonly asks: Readonly<Record<Language, readonly string[]>>;
  /** The answer of an organiser; absent for facts. */
  readonly written?: WrittenAnswer;
};

const factAsks = z.array(z.string()).min(2);
const factsFile = z.strictObject({
  facts: z.record(z.string(), z.strictObject({ en_US: factAsks, zh_TW: factAsks })),
});

let facts: readonly KnowledgeEntry[] | undefined;

/** Returns the facts of the event that the host looks up. */
export function factEntries(): readonly KnowledgeEntry[] {
  facts ??= Object.entries(readLanguageFile(new URL('facts.yaml', import.meta.url), factsFile).facts).map(
    ([name, asks]) => ({ id: `fact:${name}`, asks }),
  );
  return facts;
}

/** Sentences of a written page below one heading. */
type Passage = {
  readonly language: Language;
  /** The title of the page and of the heading on it. */
  readonly title: string;
  readonly link: string;
  readonly sentences: readonly string[];
};

export type EntryMatch = {
  readonly entry: KnowledgeEntry;
  readonly score: number;
  /** The part of the question's meaning that the entry has, from 0 to 1. */
  readonly understood: number;
  /** The part of the meaning of the way to ask that the question has, from 0 to 1. */
  readonly said: number;
  /** The question denies something, and no way to ask does. */
  readonly negates: boolean;
  /** The question has a name, or a topic such as staking, that no way to ask has. */
  readonly isOffTopic: boolean;
};
export type FoundPassage = {
  readonly passage: Passage;
  /** The part of the question's meaning that its heading and two sentences have, from 0 to 1. */
  readonly covered: number;
  /** The two sentences that have it. */
  readonly sentences: readonly string[];
};

export type KnowledgeIndex = {
  /** Whether an English word is in the vocabulary or a way to ask, so that it is no misspelt name. */
  readonly isWord: (word: string) => boolean;
  /** What a text says; the text has signs for names. */
  readonly tokens: (text: string) => Tokens;
  /** Entries by likeness, the best first. */
  readonly search: (tokens: Tokens) => EntryMatch[];
  readonly searchPages: (tokens: Tokens, language: Language) => FoundPassage[];
};

type Likeness = Pick<EntryMatch, 'score' | 'understood' | 'said'>;
const none: Likeness = { score: 0, understood: 0, said: 0 };

type WayToAsk = { readonly id: number; readonly entry: KnowledgeEntry; readonly tokens: Tokens; readonly text: string };

const negation = '@cannot';
/** Names of things. */
const names = [signs.idol, signs.team, signs.song, signs.room, signs.offer, `${signs.idol}${signs.idol}`];
const allNames: ReadonlySet<string> = new Set(names);
/** Returns whether a token is a name or a topic, which a question and a way to ask both have or both lack. */
const isOfOwn = (token: string) => allNames.has(token) || isTopic(token);
/** What a question names matters, however many entries have names. */
const leastOfName = 2;
/** Ways to ask that are looked at closely. */
const mostCandidates = 60;
/** Likeness counts more by what of the question is understood than by what of a way to ask is said. */
const ofQuestion = 0.6;
/** What another way to ask of the same entry says counts for less. */
const elsewhere = 0.6;

const bySpaces = {
  tokenize: (text: string) => text.split(' '),
  processTerm: (term: string) => term,
};

/** Builds the index of all that the host knows. */
function createIndex(entries: readonly KnowledgeEntry[], passages: readonly Passage[]): KnowledgeIndex {
  const ways = entries.flatMap((entry) =>
    Object.values(entry.asks)
      .flat()
      .map((ask) => ({ entry, tokens: tokensOf(withSigns(ask)) })),
  );
  const docs = ways.map((way, id): WayToAsk => ({ ...way, id, text: [...way.tokens].join(' ') }));
  const index = new MiniSearch<WayToAsk>({ fields: ['text'], ...bySpaces });
  index.addAll(docs);
  const vocabularies = new Map<KnowledgeEntry, Set<string>>();
  for (const { entry, tokens } of docs)
    vocabularies.set(entry, new Set([...(vocabularies.get(entry) ?? []), ...tokens]));
  const weight = weightsOf([...vocabularies.values()]);
  const words = new Set(docs.flatMap(({ tokens }) => [...tokens]));
  const known = spellingOf(words);
  const pages = createPageIndex(passages, weight);

  function likeness(asked: Tokens, way: WayToAsk): Likeness {
    if ([...way.tokens].some((token) => isOfOwn(token) && !asked.has(token))) return none;
    const vocabulary = vocabularies.get(way.entry);
    let covered = 0;
    let shared = 0;
    for (const token of asked) {
      const isShared = way.tokens.has(token);
      if (isShared) shared += weight(token);
      covered += weight(token) * (isShared ? 1 : vocabulary?.has(token) ? elsewhere : 0);
    }
    const understood = covered / sum(asked, weight);
    const said = shared / sum(way.tokens, weight);
    return { understood, said, score: understood ** ofQuestion * said ** (1 - ofQuestion) };
  }

  return {
    isWord: (word) => isWord(word) || words.has(stemOf(word)),
    tokens: (text) => tokensOf(text, known),
    search(asked) {
      if (asked.size === 0) return [];
      const best = new Map<KnowledgeEntry, Likeness>();
      for (const { id } of index.search([...asked].join(' '), bySpaces).slice(0, mostCandidates)) {
        const way = docs[Number(id)];
        if (!way) continue;
        const found = likeness(asked, way);
        if (found.score > (best.get(way.entry)?.score ?? 0)) best.set(way.entry, found);
      }
      return [...best]
        .map(([entry, found]) => ({
          ...found,
          entry,
          negates: asked.has(negation) && !vocabularies.get(entry)?.has(negation),
          isOffTopic: isOffTopic(asked, vocabularies.get(entry) ?? asked),
        }))
        .toSorted((one, other) => other.score - one.score);
    },
    searchPages: pages,
  };
}

/** Returns whether a question has a topic or names where the entry has another one or none. */
function isOffTopic(asked: Tokens, vocabulary: Tokens): boolean {
  const named = [...asked].filter((token) => allNames.has(token));
  const isOfOthers = named.length > 0 && !named.some((token) => vocabulary.has(token));
  return isOfOthers || [...asked].some((token) => isThing(token) && !vocabulary.has(token));
}

/** Puts signs for `{idol}` and its like into a way to ask. */
function withSigns(ask: string): string {
  return foldText(ask).replaceAll(
    /\{(idol|team|song|room|offer|number|date)\}/g,
    (_, kind: keyof typeof signs) => signs[kind],
  );
}

/**
 * Weighs tokens: one of many entries tells little, and one of no entry shows that the question is about something else.
 */
function weightsOf(vocabularies: readonly Tokens[]): (token: string) => number {
  const seen = new Map<string, number>();
  for (const vocabulary of vocabularies) for (const token of vocabulary) seen.set(token, (seen.get(token) ?? 0) + 1);
  const rare = Math.log(1 + vocabularies.length);
  return (token) => {
    const count = seen.get(token);
    const value = count === undefined ? rare * 0.7 : Math.log(1 + vocabularies.length / count);
    // Pairs of characters overlap, and stand beside their word.
    if (/^\p{Script=Han}{2,}$/u.test(token)) return value / 2;
    if (allNames.has(token)) return Math.max(value, leastOfName);
    return isLight(token) ? value / 3 : value;
  };
}

const sum = (tokens: Tokens, weight: (token: string) => number) =>
  [...tokens].reduce((total, token) => total + weight(token), 0);

function createPageIndex(passages: readonly Passage[], weight: (token: string) => number) {
  const docs = passages.map((passage, id) => {
    const sentences = passage.sentences.map((text) => tokensOf(foldText(text)));
    const title = tokensOf(foldText(passage.title));
    return {
      id,
      passage,
      sentences,
      title,
      text: [...title, ...sentences.flatMap((sentence) => [...sentence])].join(' '),
    };
  });
  const index = new MiniSearch<(typeof docs)[number]>({ fields: ['text'], ...bySpaces });
  index.addAll(docs);
  return (asked: Tokens, language: Language): FoundPassage[] =>
    index
      .search([...asked].join(' '), bySpaces)
      .flatMap(({ id }) => docs[Number(id)] ?? [])
      .filter(({ passage }) => passage.language === language)
      .slice(0, 5)
      .map(({ passage, title, sentences }) => {
        const covered = sentences.map((sentence, at) => {
          const quoted = new Set([...title, ...sentence, ...(sentences[at + 1] ?? [])]);
          return sum(new Set([...asked].filter((token) => quoted.has(token))), weight) / sum(asked, weight);
        });
        const most = Math.max(...covered);
        const from = covered.indexOf(most);
        return { passage, covered: most, sentences: passage.sentences.slice(from, from + 2) };
      })
      .toSorted((one, other) => other.covered - one.covered);
}

/** Indexes the facts of the event, the answers of the packs and the written pages together. */
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
