import * as z from 'zod';
import { alternatives, readLanguageFile } from '#/lib/language-file.ts';
import { sentencesOf } from '#/lib/sentences.ts';
import { linkOrContactIn } from '#/modules/moderation/index.ts';
import type { HostFacts, Idol } from './facts.ts';
import { callNames, patternOf } from './names.rules.ts';
import { isInsulting, languageOf } from './question.rules.ts';
import type { KnownNumbers } from './known-numbers.rules.ts';
import { numbersIn } from './known-numbers.rules.ts';

export type GuardedAnswer =
  | { readonly isFine: true; readonly sentences: readonly string[] }
  | { readonly isFine: false; readonly because: string };

const mostSentences = 3;
const longestAnswer = 420;

const { advice, adviceOnName, persona, instructions, saysFirst, saysGap } = readLanguageFile(
  new URL('guard.yaml', import.meta.url),
  z.strictObject({
    advice: alternatives,
    adviceOnName: alternatives,
    persona: alternatives,
    instructions: alternatives,
    saysFirst: alternatives,
    saysGap: alternatives,
  }),
);

/**
 * Judges a whole answer before anybody sees it. Every number, date, time and rank in it must be one of the facts, and a count
 * or place that is one idol's must not be said of another.
 */
export function judgeAnswer(text: string, facts: HostFacts, known: KnownNumbers): GuardedAnswer {
  const refuse = (because: string): GuardedAnswer => ({ isFine: false, because });
  const tidy = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  if (tidy === '') return refuse('empty');
  if (tidy.length > longestAnswer) return refuse('length');
  if (linkOrContactIn(tidy) || /[<>{}[\]*_#`|\\]/.test(tidy)) return refuse('link');
  if (isInsulting(tidy)) return refuse('words');
  if (advice.test(tidy)) return refuse('advice');
  if (persona.test(tidy)) return refuse('persona');
  if (instructions.test(tidy)) return refuse('instructions');
  if (languageOf(tidy) !== facts.language) return refuse('language');
  const sentences = sentencesOf(text.replaceAll(/\s+/g, ' ').trim());
  if (sentences.length > mostSentences) return refuse('sentences');
  for (const number of numbersIn(tidy)) if (!known.has(number)) return refuse(`number ${number}`);
  for (const sentence of sentences) {
    if (adviceOnName.test(withoutNames(sentence, facts))) return refuse('advice');
    const mistaken = mistakenFor(sentence, facts);
    if (mistaken) return refuse(mistaken);
  }
  return { isFine: true, sentences };
}

type Election = NonNullable<HostFacts['election']>;
/** What the sentences of an answer are compared with. */
type Comparison = { readonly name: RegExp; readonly profiles: ReadonlyMap<Idol, readonly string[]> };

const comparisons = new WeakMap<Election, Comparison>();

/** Keeps the pattern of all names as long as the facts, because building it takes longer than judging an answer. */
function comparisonOf(election: Election): Comparison {
  const { idols, teams, withdrawn } = election;
  const known = comparisons.get(election);
  if (known) return known;
  const called = idols.map((idol) => idol.names.flatMap(callNames));
  // A word with which the names of all begin, such as "Idol 1" and "Idol 2", names none of them.
  const ofIdols = called.flat().filter((name) => called.length === 1 || !called.every((all) => all.includes(name)));
  const longestFirst = [...new Set([...ofIdols, ...[...teams, ...withdrawn].flatMap(({ names }) => names)])].toSorted(
    (one, other) => other.length - one.length,
  );
  const built = {
    // Without a name nothing matches.
    name: new RegExp(longestFirst.map((name) => patternOf(name).source).join('|') || '(?!)', 'gu'),
    profiles: new Map(idols.map((idol) => [idol, sentencesOf(idol.profile)])),
  };
  comparisons.set(election, built);
  return built;
}

/** Returns a sentence with ☆ for the names in it and without texts of profiles; empty for one without such a name. */
function withoutNames(sentence: string, { election }: HostFacts): string {
  if (!election) return '';
  const claim = withoutProfiles(sentence, election, election.idols).toLowerCase();
  const masked = claim.replaceAll(comparisonOf(election).name, '☆');
  return masked.includes('☆') ? masked : '';
}

/** Removes the profile of an idol, which claims nothing in its own words. */
function withoutProfiles(sentence: string, election: Election, idols: readonly Idol[]): string {
  const { profiles } = comparisonOf(election);
  return idols.flatMap((idol) => profiles.get(idol) ?? []).reduce((rest, quoted) => rest.replace(quoted, ''), sentence);
}

/** Returns why a sentence about idols cannot be true: a count of another idol, or a first place that is not hers. */
function mistakenFor(sentence: string, { election }: HostFacts): string | undefined {
  if (!election) return undefined;
  const { idols } = election;
  const named = idols.filter(({ names }) => names.some((name) => sentence.toLowerCase().includes(name.toLowerCase())));
  if (named.length === 0) return undefined;
  const claim = withoutProfiles(sentence, election, named);
  for (const number of numbersIn(claim)) {
    const votes = Number(number);
    const owners = Number.isInteger(votes) && votes >= 100 ? idols.filter((idol) => idol.votes === votes) : [];
    if (owners.length > 0 && !owners.some((owner) => named.includes(owner))) return `count ${number} of another`;
  }
  const [only] = named;
  const isFirst = named.some(({ rank, isOut }) => rank === 1 && !isOut);
  if (only && !isFirst && saysFirst.test(claim) && !saysGap.test(claim)) return 'place of another';
  return undefined;
}
