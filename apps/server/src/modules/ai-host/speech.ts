import type { Language } from '@lightstick/contract';
import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import * as z from 'zod';
import { readLanguageFile } from '#/lib/language-file.ts';
import type { HostFacts } from './facts.ts';
import type { NamedSubjects } from './names.rules.ts';

/** The sentences of the host, each with its values. */
const valuesOf = {
  // Of an election
  frozen: ['since'],
  ranked: ['rank', 'name', 'votes'],
  list: ['entries'],
  standing: ['name', 'rank', 'votes'],
  tied: ['one', 'other', 'votes'],
  gap: ['ahead', 'behind', 'votes'],
  prizeOfPlaces: ['first', 'last', 'title'],
  prizeOfPlace: ['place', 'title'],
  withdrawnOne: ['name'],
  withdrawnSome: ['names'],
  leader: ['name', 'votes'],
  first: ['name', 'votes'],
  closes: ['end'],
  closed: ['end'],
  closesInGmt: ['end'],
  opens: ['start'],
  total: ['votes'],
  leadingTeam: ['name', 'votes'],
  firstTeam: ['name', 'votes'],
  idolCount: ['idols', 'teams'],
  event: ['title', 'end'],
  teams: ['names'],
  votesOfTeam: ['name', 'votes'],
  members: ['team', 'count', 'names'],
  freeVotes: ['votes'],
  noDailyCap: [],
  dailyCap: ['votes'],
  resets: ['place'],
  ticketWorth: ['votes'],
  tiesByTime: [],
  tiesShared: [],
  freeze: ['minutes'],
  endingLimit: ['votes', 'minutes'],
  endingLimits: ['limits'],
  oneRound: ['count'],
  rounds: ['count'],
  reviewEndsCounted: ['hours'],
  reviewEndsUncounted: ['hours'],
  reviewOfCalls: ['calls'],
  reviewOfDevice: ['fans'],
  reviewOfAddress: ['fans'],
  reviewWhen: ['reasons'],
  best7Standing: ['name', 'rank', 'points'],
  // Of idols
  birthdayToday: ['names'],
  noBirthdayToday: [],
  teamOf: ['name', 'team'],
  numberOf: ['name', 'number'],
  idolOfNumber: ['number', 'name', 'team'],
  birthday: ['name', 'day'],
  nameWithDay: ['name', 'day'],
  birthdays: ['names'],
  hobby: ['name', 'hobby'],
  about: ['name', 'team', 'profile'],
  // Of tasks, songs and stakes
  bestTask: ['title', 'points'],
  dailyTasks: ['titles'],
  songAtPlace: ['place', 'title'],
  nominationsOfSong: ['title', 'nominations', 'place'],
  votesOfSong: ['title', 'place', 'votes'],
  aboutSong: ['title', 'artist', 'year'],
  songsEnd: ['end'],
  songCount: ['count'],
  songPlaces: ['count'],
  nominationsOpen: ['end'],
  nominationsEnded: ['end'],
  concert: ['start', 'place'],
  staking: ['weeks'],
  stakeWeeks: ['weeks'],
  stakePool: ['points'],
  stakeLeast: ['least', 'most'],
  stakeMost: ['least', 'most'],
  stakeExit: ['weeks'],
  // Of live rooms, the mall and luck
  roomOn: ['title'],
  roomStarts: ['title', 'start'],
  roomFree: [],
  roomPrice: ['points'],
  oneTicket: ['count'],
  tickets: ['count'],
  ticketPrice: ['tickets', 'points'],
  offer: ['title', 'tickets', 'points'],
  offerWithLimit: ['title', 'tickets', 'points', 'limit'],
  onSaleFrom: ['start'],
  soldOut: [],
  offSale: [],
  pack: ['title', 'points', 'votes'],
  packWithBonus: ['title', 'points', 'votes', 'bonus'],
  bestOffer: ['offer'],
  packetOpen: ['title', 'end'],
  packetOpens: ['title', 'start'],
  raffle: ['title', 'points', 'end', 'prize'],
  box: ['title', 'points'],
  boxOdds: ['left', 'rare'],
  boxPity: ['number'],
  // Of the host
  self: [],
  greeting: [],
  help: [],
  advice: [],
  unsure: [],
  unknown: [],
  sourcePage: ['title'],
  nearestPage: ['title'],
  sourceModel: [],
} as const;

type Sentence = keyof typeof valuesOf;
type ValueOf<Id extends Sentence> = (typeof valuesOf)[Id][number];
type SentenceValues<Id extends Sentence> = [ValueOf<Id>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<ValueOf<Id>, string | number>>];

const joints = ['sentences', 'names', 'clauses', 'reasons', 'pair', 'celebrated'] as const;
const places = [
  'ranking',
  'rules',
  'profiles',
  'best7',
  'tasks',
  'mall',
  'songs',
  'staking',
  'rooms',
  'luck',
  'receipts',
  'account',
  'featured',
  'host',
] as const;
type SourcePlace = (typeof places)[number];

/** How the host speaks one language. */
export type Speech = {
  readonly say: <Id extends Sentence>(sentence: Id, ...given: SentenceValues<Id>) => string;
  /** Puts texts together as sentences, names and the like are. */
  readonly join: (joint: (typeof joints)[number], texts: readonly string[]) => string;
  /** What an answer rests on. */
  readonly sourceOf: (place: SourcePlace) => { readonly text: string; readonly to: string };
  /** The sentence that leads to a screen. */
  readonly screenAt: (path: string) => string;
};

const blank = /\{(\w+)\}/g;
const bothLanguages = <Text extends z.ZodType>(text: Text) => z.strictObject({ en_US: text, zh_TW: text });
const label = bothLanguages(z.string().min(1));

/** Returns the schema of a sentence, whose text has each of its values and no other. */
function sentenceWith(values: readonly string[]) {
  const wanted = values.toSorted().map((value) => `{${value}}`);
  return bothLanguages(
    z
      .string()
      .min(1)
      .refine((text) => [...new Set(text.match(blank))].toSorted().join() === wanted.join(), {
        error: wanted.length > 0 ? `has in braces ${wanted.join(', ')}, and nothing else` : 'has nothing in braces',
      }),
  );
}

export const answersFile = z.strictObject({
  joints: z.record(z.enum(joints), bothLanguages(z.string())),
  sentences: z.strictObject(
    Object.fromEntries(Object.entries(valuesOf).map(([id, values]) => [id, sentenceWith(values)])) as Readonly<
      Record<Sentence, ReturnType<typeof sentenceWith>>
    >,
  ),
  sources: z.record(z.enum(places), label.extend({ to: z.string().startsWith('/') })),
  screens: z.record(z.string().startsWith('/'), label),
  more: label,
});

const texts = readLanguageFile(new URL('answers.yaml', import.meta.url), answersFile);
/** The first one of a path names its screen. */
const sources = Object.values(texts.sources);

export function speechIn(language: Language): Speech {
  return {
    say(sentence, ...given) {
      const values: Readonly<Record<string, string | number>> = given[0] ?? {};
      return texts.sentences[sentence][language].replaceAll(blank, (_, name: string) => String(values[name]));
    },
    join: (joint, parts) => parts.join(texts.joints[joint][language]),
    sourceOf: (place) => ({ text: texts.sources[place][language], to: texts.sources[place].to }),
    screenAt: (path) => (sources.find(({ to }) => to === path) ?? texts.screens[path] ?? texts.more)[language],
  };
}

export type Gesture = 'greet' | 'explain' | 'count' | 'cheer' | 'think' | 'sorry' | 'care';
export type SpokenAnswer = {
  readonly text: string;
  readonly gesture: Gesture;
  /** `suggested`: the host asks back and suggests questions. `unknown`: the host says that it does not know. */
  readonly outcome: 'answered' | 'suggested' | 'unknown';
  /** What it rests on, or the page that is nearest to what the host does not know. */
  readonly source: { readonly text: string; readonly to: string | null } | null;
  /** Questions that the host can answer, to be asked with a tap. */
  readonly suggestions: readonly string[];
  /** The entries by which it was answered, or between which it asks back. */
  readonly entries: readonly string[];
};

/** What an answer is made of, with the speech of the question's language. */
export type Words = Speech & {
  readonly facts: HostFacts;
  readonly asked: NamedSubjects;
  readonly number: (value: number) => string;
  readonly time: (at: Date | string, timeZone: string) => string;
};
export type FactAnswer = (words: Words) => SpokenAnswer | undefined;

export const number = (value: number) => value.toLocaleString('en-US');

export function timeIn({ language, at: now }: HostFacts): Words['time'] {
  return (at, timeZone) => formatPlacedDate(new Date(at), language, { timeZone, now });
}

/** Makes an answer with its source. */
export function answerFrom({ sourceOf }: Speech, place: SourcePlace, gesture: Gesture, text: string): SpokenAnswer {
  return { text, gesture, outcome: 'answered', source: sourceOf(place), suggestions: [], entries: [] };
}

/** Returns the page to which an answer of an organiser leads. */
export function sourceAt(link: string, { screenAt }: Speech): SpokenAnswer['source'] {
  return { text: screenAt(link.replace(/[?#].*/s, '')), to: link };
}

type TimedSentence = { readonly text: string; readonly startsAt: Date; readonly seconds: number };

/** Time for the answer to reach every screen before it is spoken. */
export const leadMs = 1_000;
const pauseMs = 300;
/** Read aloud at an easy pace: characters a second. */
const speed = { han: 4.5, other: 15 };
const least = 1.5;
/** An answer leaves the stage so long after its last word. */
const lingerMs = 8_000;

/** Returns when each sentence begins and how long it takes, one after the other. */
export function timeSentences(sentences: readonly string[], startsAt: Date): TimedSentence[] {
  let atMs = startsAt.getTime();
  return sentences.map((text) => {
    const seconds = secondsOf(text);
    const sentence = { text, startsAt: new Date(atMs), seconds };
    atMs += seconds * 1000 + pauseMs;
    return sentence;
  });
}

/** Returns when the last sentence ends. */
export function spokenUntil(sentences: readonly string[], startsAt: Date): Date {
  const spokenMs = sentences.reduce((sum, text) => sum + secondsOf(text) * 1000 + pauseMs, 0);
  return new Date(startsAt.getTime() + spokenMs);
}

/** Returns whether an answer is still on the stage. */
export function isOnStage(sentences: readonly string[], startsAt: Date, at: Date): boolean {
  return at.getTime() < spokenUntil(sentences, startsAt).getTime() + lingerMs;
}

/** Returns how long a text takes to be read aloud, to a tenth of a second. */
function secondsOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const other = Array.from(text).length - han;
  return Math.max(least, Math.round((han / speed.han + other / speed.other) * 10) / 10);
}
