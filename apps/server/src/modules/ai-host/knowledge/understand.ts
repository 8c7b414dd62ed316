import * as z from 'zod';
import { alternatives, readLanguageFile } from '#/lib/language-file.ts';
import type { HostFacts } from '../facts.ts';
import { type NamedSubjects, nameIn, signs } from '../names.rules.ts';
import type { KnowledgeEntry, EntryMatch, FoundPassage, KnowledgeIndex } from './knowledge.ts';
import { foldText, reading, type Tokens } from './tokens.ts';

/** What the host makes of one question. */
export type Understanding =
  | { readonly kind: 'entry'; readonly entry: KnowledgeEntry; readonly named: NamedSubjects }
  | { readonly kind: 'suggestions'; readonly entries: readonly KnowledgeEntry[]; readonly named: NamedSubjects }
  | { readonly kind: 'passage'; readonly passage: FoundPassage }
  /** It names an idol who has withdrawn: that matters more than what is asked of her. */
  | { readonly kind: 'withdrawn'; readonly named: NamedSubjects }
  /** With the nearest page, if one is near. */
  | { readonly kind: 'unknown'; readonly nearest: FoundPassage | undefined };

/** A question must be at least so much like an entry, and so much more like it than like any other, to be answered. */
const answersFrom = 0.56;
const margin = 0.04;
/** The part of the question that an entry must have, because the rest may change the question. */
const leastUnderstood = 0.6;
/** The least part of a way to ask that the question must contain; below it the question means something else. */
const leastSaid = 0.5;
/** The least likeness of an entry with no other one near. */
const aloneFrom = 0.45;
const aloneUnderstood = 0.35;
const aloneMargin = 0.2;
const sameFrom = 0.99;
/** The likeness from which on the host asks back. */
const suggestsFrom = 0.45;
const mostSuggestions = 3;
/** A page must have so much of the question to be quoted, or to be named. */
const quotesFrom = 0.92;
/** The likeness of an entry from which on the host asks back instead of quoting a page. */
const quotesBelow = 0.55;
/** Words outside the vocabulary, by which a passage is meant and no entry. */
const leastOwnWords = 2;
const namesPageFrom = 0.5;

const beyond = 'fact:beyond';
/** What a calculator answers. */
const sum = /\d ?(?:[+*×÷x加減乘]|plus|minus|times|divided by) ?\d/i;

/** Returns what a part of a question asks, or its topic when only a name or number is given. */
export function understand(text: string, facts: HostFacts, index: KnowledgeIndex): Understanding {
  if (sum.test(text.normalize('NFKC'))) return { kind: 'unknown', nearest: undefined };
  const { masked, ...named } = nameIn(foldText(text), facts, { ...reading, isWord: index.isWord });
  if (named.withdrawn.length > 0) return { kind: 'withdrawn', named };
  const tokens = withoutGreeting(index.tokens(masked.trim().replace(plea, '')));
  const found = index.search(tokens);
  const [first, second] = found.filter(({ isOffTopic }) => !isOffTopic);
  // What is nearer but of another topic shows that the question has more to it.
  const isNearest = first !== undefined && first.score >= (found[0]?.score ?? 0);
  const isSure = isNearest && first.said >= leastSaid && (isPlain(first, second) || isAlone(first, second));
  if (isSure && !first.negates && !isFollowUp(masked, tokens)) {
    return first.entry.id === beyond
      ? { kind: 'unknown', nearest: undefined }
      : { kind: 'entry', entry: first.entry, named };
  }
  const pages = index.searchPages(tokens, facts.language);
  const [page] = pages;
  if (page && page.covered >= quotesFrom && ownWordsIn(tokens) >= leastOwnWords && (first?.score ?? 0) < quotesBelow)
    return { kind: 'passage', passage: page };
  if (first?.entry.id === beyond && first.score >= suggestsFrom) return { kind: 'unknown', nearest: undefined };
  const near = found.filter(({ entry, score }) => score >= suggestsFrom && entry.id !== beyond);
  return near.length > 0
    ? { kind: 'suggestions', entries: near.slice(0, mostSuggestions).map(({ entry }) => entry), named }
    : { kind: 'unknown', nearest: pages.find(({ covered }) => covered >= namesPageFrom) };
}

const ownWordsIn = (tokens: Tokens) => [...tokens].filter((token) => /^[\p{L}]/u.test(token)).length;

const isPlain = (first: EntryMatch, second: EntryMatch | undefined) =>
  first.score >= answersFrom && first.understood >= leastUnderstood && isAhead(first, second);

/** Returns whether no other entry is near, so that less likeness suffices. */
const isAlone = (first: EntryMatch, second: EntryMatch | undefined) =>
  first.score >= aloneFrom && first.understood >= aloneUnderstood && first.score - (second?.score ?? 0) >= aloneMargin;

/** Returns whether an entry is ahead of the others; one with the same meaning as a way to ask always is. */
const isAhead = (first: EntryMatch, second: EntryMatch | undefined) =>
  first.score - (second?.score ?? 0) >= (first.score >= sameFrom ? Number.EPSILON : margin);

/** "Help!" after a question is no part of it. */
const plea = /[\s,.!](?<!\b(?:get|find|need|want|some|for|any)[\s,.!])help(?: me)?(?: please| pls| plz)?[\s!.]{0,5}$/;

/** Removes a greeting, such as "Hey" before a question. */
function withoutGreeting(tokens: Tokens): Tokens {
  const rest = new Set([...tokens].filter((token) => !greetings.has(token)));
  return rest.size > 0 ? rest : tokens;
}

const greetings: ReadonlySet<string> = new Set(['@greet', '@thanks']);

/**
 * Returns whether a text depends on earlier texts, such as "And the second?", which the host does not remember. A bare
 * name or "how much?" asks nothing.
 */
function isFollowUp(masked: string, tokens: Tokens): boolean {
  const opens = /^(and|what about|how about|or|then|but)\b|^(那|那麼|然後|還有|至於|換|而)/.test(masked.trim());
  const isName = /^[☆◆♪▣◇№▤\s\d\p{P}\p{S}]+$/u.test(masked);
  const asksOnly = [...tokens].every((token) => questionWords.has(token));
  return isName || asksOnly || (opens && [...tokens].every((token) => bare.has(token)));
}

const questionWords: ReadonlySet<string> = new Set(
  ['how', 'howMuch', 'howMany', 'when', 'where', 'why', 'who', 'may'].map((word) => `@${word}`),
);

const bare: ReadonlySet<string> = new Set([
  ...Object.values(signs).flatMap((sign) => [sign, `${sign}${sign}`]),
  '@again',
  '@rank',
  '@whatIs',
]);

const { between } = readLanguageFile(
  new URL('clauses.yaml', import.meta.url),
  z.strictObject({ between: alternatives }),
);

/** Splits a text into its questions, in their order. */
export function partsOf(text: string): string[] {
  const parts = text.split(between).map((part) => part.trim());
  return parts.filter((part) => /[\p{L}\p{N}]{2}/u.test(part));
}
