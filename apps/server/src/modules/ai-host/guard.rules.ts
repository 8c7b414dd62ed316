import { sentencesOf } from '#/lib/sentences.ts';
import { linkOrContactIn } from '#/modules/moderation/index.ts';
import type { Facts, Idol } from './facts.ts';
import { callNames, patternOf } from './names.rules.ts';
import { isInsulting, languageOf } from './question.rules.ts';
import type { Known } from './known-numbers.rules.ts';
import { numbersIn } from './known-numbers.rules.ts';

export type GuardedAnswer =
  | { readonly isFine: true; readonly sentences: readonly string[] }
  | { readonly isFine: false; readonly because: string };

const mostSentences = 3;
const longestAnswer = 420;

/** A song is named by its kind alone in "vote for a song". */
const advice =
  /\b(vote|votes|voting|cast (a|your) votes?) (for|on) (?!(a|the|your favou?rite) songs?\s*([.,;:!?]|$))|\b(you|everyone|fans) should (vote|support|choose|pick)|投(票)?給|(請|快|要|應該|快點|記得|一起|大家)(都|去)?投(?!票)|該投|推薦你?投|支持(她|他)吧/i;
/** What a sentence with the name of an idol or a team asks of fans; ☆ stands for the name. Counts such as "1 vote" are none. */
const adviceOnName =
  /(?<!\b(?:\d+|a|an|one|each|every|the|this|per|song|free|of) )\bvote\b|\bsupport\b(?! record)|\b(?:choose|pick|back|boost|help|save)\b[^.!?,]{0,20}☆|\b(?:give|cast|send|spend|use|put)\b[^.!?]*\b(?:votes?|tickets?|points)\b|\byour (?:votes?|tickets?)\b|\blet[’']?s\b|投(?!票(?:到|截止|期間|活動|時間|結束|開放|券|數|頁|將|於|在|已)|了)|支持(?!數|度|率|者)|把票|[選挺推幫救給送]☆/i;
/** It never claims to be a person, to feel, or to speak for an idol. */
const persona =
  /\b(i am|i'?m) (a )?(real )?(human|person|idol)\b|\bi love you\b|\bmy (boy|girl)friend\b|我是(真人|人類|偶像本人)|我(也)?愛你|我喜歡你|當我(男|女)朋友/i;
const instructions = /system prompt|my instructions|as an ai language model|系統提示|我的指示/i;

/**
 * Judges a whole answer before anybody sees it. Every number, date, time and rank in it must be one of the facts, and a count
 * or place that is one idol's must not be said of another.
 */
export function guarded(text: string, facts: Facts, known: Known): GuardedAnswer {
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

type Election = NonNullable<Facts['election']>;
/** What the sentences of an answer are compared with. */
type Comparison = { readonly name: RegExp; readonly profiles: ReadonlyMap<Idol, readonly string[]> };

const comparisons = new WeakMap<Election, Comparison>();

/** Building the pattern of all names takes longer than judging an answer, so it is kept as long as the facts are. */
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

/** A sentence with ☆ for the names in it, without what profiles say; empty for one without such a name. */
function withoutNames(sentence: string, { election }: Facts): string {
  if (!election) return '';
  const claim = withoutProfiles(sentence, election, election.idols).toLowerCase();
  const masked = claim.replaceAll(comparisonOf(election).name, '☆');
  return masked.includes('☆') ? masked : '';
}

/** The profile of an idol in its own words claims nothing. */
function withoutProfiles(sentence: string, election: Election, idols: readonly Idol[]): string {
  const { profiles } = comparisonOf(election);
  return idols.flatMap((idol) => profiles.get(idol) ?? []).reduce((rest, quoted) => rest.replace(quoted, ''), sentence);
}

const saysFirst = /\b(first|leads?|leading|in the lead|top spot|number one|#1)\b|第一|領先|冠軍|榜首/i;
const saysGap = /\b(behind|gap|ahead|away|short|catch)\b|差|落後|領先第|追/i;

/** Why a sentence about idols cannot be true: a count of another idol, or a first place that is not hers. */
function mistakenFor(sentence: string, { election }: Facts): string | undefined {
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
