import MiniSearch from 'minisearch';
import type { HostFacts, Idol, Room, WithdrawnIdol } from './facts.ts';
import { fromHan, ordinals, spokenDate, upToTwenty } from './known-numbers.rules.ts';

type Song = HostFacts['songs']['songs'][number];
/** An offer of tickets, or a vote pack. */
export type Offer = HostFacts['offers'][number] | HostFacts['packs'][number];

/** What a question names. */
export type NamedSubjects = {
  readonly idols: readonly Idol[];
  readonly withdrawn: readonly WithdrawnIdol[];
  readonly team: string | undefined;
  readonly song: Song | undefined;
  readonly room: Room | undefined;
  readonly offer: Offer | undefined;
  /** Numbers and places. */
  readonly numbers: readonly number[];
  /** A month, as `03`, or a day, as `03-14`. */
  readonly date: string | undefined;
};

/** Signs in place of names and numbers, so that one way to ask covers every idol. */
export const signs = { idol: '☆', team: '◆', song: '♪', room: '▣', offer: '◇', number: '№', date: '▤' } as const;

/** How texts are read. */
type NameReading = {
  /** Gives variants one form. */
  readonly fold: (text: string) => string;
  /** Whether the vocabulary has an English word. */
  readonly isWord: (word: string) => boolean;
  readonly tokens: (text: string) => ReadonlySet<string>;
};

/**
 * Finds names, days and numbers, the longest names first, and puts signs in their places.
 * @param text folded
 */
export function nameIn(
  text: string,
  facts: HostFacts,
  { fold, isWord, tokens }: NameReading,
): NamedSubjects & { readonly masked: string } {
  const { election, songs, rooms, offers, packs } = facts;
  let masked = text;
  const find = <Thing>(things: readonly Thing[], namesOf: (thing: Thing) => readonly string[], sign: string) => {
    const names = things.flatMap((thing) => namesOf(thing).map((name) => ({ thing, name: fold(name) })));
    const found = new Map<Thing, number>();
    const take = (thing: Thing, place: number, length: number) => {
      found.set(thing, place);
      masked = `${masked.slice(0, place)}${sign}${masked.slice(place + length)}`;
    };
    const longestFirst = names.toSorted((one, other) => other.name.length - one.name.length);
    for (const { thing, name } of longestFirst) {
      const match = masked.matchAll(patternOf(name)).next().value;
      if (match && !found.has(thing)) take(thing, match.index, match[0].length);
    }
    const misspelt = found.size === 0 ? misspeltIn(masked, longestFirst, isWord) : undefined;
    if (misspelt) take(misspelt.thing, misspelt.place, misspelt.length);
    return [...found].toSorted(([, one], [, other]) => one - other).map(([thing]) => thing);
  };
  const [room] = find(rooms, ({ title }) => [title, ...title.split(/[:：]/).slice(0, 1)], signs.room);
  const [song] = find(songs.songs, ({ title }) => [title], signs.song);
  const [offer] = find<Offer>([...offers, ...packs], ({ title }) => callsOfOffer(title, tokens), signs.offer);
  const teams = election?.teams ?? [];
  const [team] = find(teams, ({ names }) => names.flatMap((name) => [name, name.replace(/^team /i, '')]), signs.team);
  // Together, so that the full name of one wins over the first name of another.
  const all = [...(election?.idols ?? []), ...(election?.withdrawn ?? [])];
  const idolsOfAll = find(all, ({ names }) => names.flatMap(callNames), signs.idol);
  const [idols, withdrawn] = [idolsOfAll.filter(takesPart), idolsOfAll.filter((idol) => !takesPart(idol))];
  let date: string | undefined;
  masked = masked.replace(
    spokenDate,
    (_: string, english?: string, dayInEnglish?: string, month?: string, day?: string) => {
      const two = (number: number) => String(number).padStart(2, '0');
      const inYear = english ? monthNames.indexOf(english.slice(0, 3)) + 1 : numberOf(month ?? '');
      const ofMonth = dayInEnglish ?? day;
      date = ofMonth ? `${two(inYear)}-${two(Number(ofMonth))}` : two(inYear);
      return signs.date;
    },
  );
  const numbers = [...masked.matchAll(numerals)].flatMap(([numeral]) => numbersOf(numeral));
  return { masked, idols, withdrawn, team: team?.name, song, room, offer, numbers, date };
}

const takesPart = (idol: Idol | WithdrawnIdol): idol is Idol => 'idolId' in idol;

/** Returns the name and what fans call her: the first name in English, the given name in Chinese. */
export function callNames(name: string): string[] {
  const [first = name, ...rest] = name.split(' ');
  if (rest.length > 0) return [name, first];
  return Array.from(name).length === 3 ? [name, name.slice(1)] : [name];
}

/** Returns a title and its end, such as "box of fifty", except for ends of common words only. */
function callsOfOffer(title: string, tokens: NameReading['tokens']): string[] {
  const words = title.split(' ');
  return words
    .map((_, from) => ({ from, call: words.slice(from).join(' '), said: [...tokens(words.slice(from).join(' '))] }))
    .filter(({ from, said }) => (from === 0 || said.length >= 2) && said.some((token) => /^\p{L}/u.test(token)))
    .map(({ call }) => call);
}

const patterns = new Map<string, RegExp>();

/** Makes a pattern for names in a text of small letters, with other marks or none. English names are whole words. */
export function patternOf(name: string): RegExp {
  const small = escapeName(name.toLowerCase());
  const pattern =
    patterns.get(small) ?? new RegExp(/\p{Script=Han}/u.test(small) ? small : `(?<![a-z])${small}(?![a-z])`, 'gu');
  patterns.set(small, pattern);
  return pattern;
}

const escapeName = (text: string) =>
  text
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/['’]/g, "['’]?")
    .replaceAll('-', '[- ]?')
    .replaceAll('&', '(?:&|and)');

/** Shorter names are too like other words. */
const leastLetters = 5;

type NameOf<Thing> = { readonly thing: Thing; readonly name: string };

/** Finds a name with one wrong letter or character. */
function misspeltIn<Thing>(text: string, names: readonly NameOf<Thing>[], isWord: (word: string) => boolean) {
  return misspeltInEnglish(text, names, isWord) ?? misspeltInChinese(text, names);
}

function misspeltInEnglish<Thing>(text: string, names: readonly NameOf<Thing>[], isWord: (word: string) => boolean) {
  const unknown = [...text.matchAll(longWords)].filter(([word]) => !isWord(word));
  if (unknown.length === 0) return undefined;
  const index = new MiniSearch<{ id: number; name: string }>({ fields: ['name'], tokenize: (name) => [name] });
  index.addAll(names.map(({ name }, id) => ({ id, name })).filter(({ name }) => name.length >= leastLetters - 1));
  for (const { 0: word, index: place } of unknown) {
    const next = /^ [a-z]{2,}/.exec(text.slice(place + word.length))?.[0] ?? '';
    for (const part of [`${word}${next}`, word]) {
      const found = index.search(part, { fuzzy: 1, prefix: false }).flatMap(({ id }) => names[Number(id)] ?? []);
      const same = found.find(({ name }) => name[0] === part[0]);
      if (same) return { thing: same.thing, place, length: part.length };
    }
  }
  return undefined;
}

const longWords = new RegExp(`[a-z]{${leastLetters},}`, 'g');

function misspeltInChinese<Thing>(text: string, names: readonly NameOf<Thing>[]) {
  for (const { thing, name } of names) {
    if (!/^\p{Script=Han}{3}$/u.test(name)) continue;
    // The family name is right, and one character of the given name.
    for (let place = text.indexOf(name.charAt(0)); place >= 0; place = text.indexOf(name.charAt(0), place + 1)) {
      const part = text.slice(place, place + 3);
      if (/^\p{Script=Han}{3}$/u.test(part) && sameCharacters(part, name) === 2) return { thing, place, length: 3 };
    }
  }
  return undefined;
}

const sameCharacters = (one: string, other: string) =>
  Array.from(one).filter((character, at) => character === other[at]).length;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const han = '[一二三四五六七八九十百]+';
const numeralWords = [...ordinals, ...upToTwenty].filter((word) => word !== '' && word !== 'zero').join('|');
/** A number at its place in a text. The one of Best 7 is part of its name. */
export const numerals = new RegExp(
  `(?<!\\bbest[ -]?|最佳)(?:${[
    String.raw`\b\d+(?:st|nd|rd|th)?\b`,
    String.raw`\d+`,
    String.raw`\b(?:twenty[- ])?(?:${numeralWords})\b`,
    `(?<=第|前|進|後)${han}(?!隊)`,
    `${han}(?=張|名|號)`,
  ].join('|')})`,
  'g',
);

/** Reads two places in one, as in 三四名; else one number. */
function numbersOf(numeral: string): number[] {
  const places = /^[一二三四五六七八九]{2}$/.test(numeral) ? Array.from(numeral) : [numeral];
  return places.map(numberOf);
}

function numberOf(text: string): number {
  const digits = Number.parseInt(text, 10);
  if (Number.isInteger(digits)) return digits;
  if (/\p{Script=Han}/u.test(text)) return fromHan(text);
  const words = text.split(/[- ]/).map((word) => Math.max(ordinals.indexOf(word), upToTwenty.indexOf(word)));
  return words.reduce((sum, word) => sum + word, 0);
}
