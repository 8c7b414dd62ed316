import * as z from 'zod';
import { alternatives, readLanguageFile, wordList } from '#/lib/language-file.ts';
import type { HostFacts } from './facts.ts';

/** Numbers as canonical texts: `1204`, `11-28` for a date, `22:00` for a time. */
export type KnownNumbers = ReadonlySet<string>;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Whole names and short forms, so that no name of a person begins like one. */
const monthName = `(${months.join('|')})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?`;
const written = readLanguageFile(
  new URL('numbers.yaml', import.meta.url),
  z.strictObject({ ordinals: wordList, upToTwenty: wordList, dates: alternatives }),
);
/** Each at the place of its value. */
export const ordinals = ['', ...written.ordinals];
export const { upToTwenty } = written;
/** A month and its day, in English and in Chinese. */
export const spokenDate = written.dates;
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000, billion: 1e9 };
const shortScales: Readonly<Record<string, number>> = {
  k: 1000,
  grand: 1000,
  m: 1_000_000,
  b: 1e9,
  bn: 1e9,
  dozen: 12,
};
const others: Readonly<Record<string, number>> = { dozen: 12, twice: 2, half: 0.5 };
const cardinal = [...upToTwenty, ...tens.slice(3), ...Object.keys(scales)].join('|');
const hanDigits = '〇一二三四五六七八九';
const hanSign = '零〇一二兩三四五六七八九十百千萬億';
const hanScale = '十百千萬億';
const hanNumber = `[${hanSign}]+`;
const digitsOfNumber = String.raw`\d[\d,]*(?:\.\d+)?`;
/** What makes a single Chinese digit a number, and not part of a word such as 一起. */
const measures = '(?=[票張名位天週周點年月日歲人次分秒倍成個首隊枚元號]|小時|百分)';

type Shape = readonly [RegExp, (...groups: string[]) => string | undefined];

/** How numbers are written, in the order in which they are looked for: dates before times before plain numbers. */
const shapes: readonly Shape[] = [
  [/(\d{4})-(\d{2})-(\d{2})/g, (_year, month = '', day = '') => `${month}-${day}`],
  [/(\d{1,2}) ?月 ?(\d{1,2}) ?[日號]/g, (month, day) => writeDate(Number(month), Number(day))],
  [
    new RegExp(`(${hanNumber})月(${hanNumber})[日號]`, 'g'),
    (month = '', day = '') => writeDate(fromHan(month), fromHan(day)),
  ],
  [
    new RegExp(`\\b${monthName}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g'),
    (month = '', day) => writeDate(months.indexOf(month) + 1, Number(day)),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName}\\b`, 'g'),
    (day, month = '') => writeDate(months.indexOf(month) + 1, Number(day)),
  ],
  [
    /(\d{1,2}):(\d{2})(?::\d{2})?( ?[ap]\.?m\b)?/g,
    (hours, minutes = '', half = '') => clock(Number(hours), minutes, half),
  ],
  [/\b(\d{1,2}) ?([ap])\.?m\b/g, (hours, half = '') => clock(Number(hours), '00', `${half}m`)],
  // A vague number is one of the facts only where they have the same words.
  [/\b(dozens|hundreds|thousands|millions|billions)\b/g, (words) => words],
  [
    new RegExp(
      `([數幾][${hanScale}]+|(?:${digitsOfNumber} ?[${hanScale}]*|${hanNumber})[多餘幾](?=[票張名位點人]))`,
      'g',
    ),
    (words) => words,
  ],
  [
    new RegExp(`(${digitsOfNumber})[ -]?(${Object.keys({ ...scales, ...shortScales }).join('|')})(?![a-z])`, 'g'),
    (digits = '', scale = '') => exact(asNumber(digits) * (scales[scale] ?? shortScales[scale] ?? 1)),
  ],
  [new RegExp(`(${digitsOfNumber} ?[${hanScale}][${hanSign}\\d]*)`, 'g'), (number = '') => String(fromHan(number))],
  [new RegExp(`(${digitsOfNumber})`, 'g'), (digits = '') => String(asNumber(digits))],
  [new RegExp(`第(${hanNumber})`, 'g'), (number = '') => String(fromHan(number))],
  [
    new RegExp(`([${hanSign}]{2,}|[${hanScale}]|[${hanSign}]${measures})`, 'g'),
    (number = '') => String(fromHan(number)),
  ],
  [
    new RegExp(`\\b((?:${cardinal})(?:(?: and |[ -])(?:${cardinal}))*)\\b`, 'g'),
    // Alone it is mostly a pronoun.
    (number = '') => (number === 'one' ? undefined : String(fromWords(number))),
  ],
  [
    /\b([a-z]+)\b/g,
    (word = '') => {
      const place = ordinals.indexOf(word);
      return place > 0 ? String(place) : word in others ? String(others[word]) : undefined;
    },
  ],
];

/** Finds every number, date and time that a text states, in digits or words of either language. */
export function numbersIn(given: string): string[] {
  let text = given
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[万亿两]/g, (sign) => ({ 万: '萬', 亿: '億', 两: '兩' })[sign] ?? sign);
  const found: string[] = [];
  for (const [pattern, read] of shapes) {
    text = text.replace(pattern, (all: string, ...rest: unknown[]) => {
      const number = read(...rest.slice(0, -2).map((group) => (typeof group === 'string' ? group : '')));
      if (number === undefined) return all;
      found.push(number);
      return ' ';
    });
  }
  return found;
}

const asNumber = (digits: string) => Number(digits.replaceAll(',', ''));
/** Rounds off the last bits of a product such as 1.1 * 1000. */
const exact = (number: number) => String(Number(number.toFixed(6)));
const two = (number: number) => String(number).padStart(2, '0');
const writeDate = (month: number, day: number) => `${two(month)}-${two(day)}`;

function clock(hours: number, minutes: string, half: string): string {
  const isLate = /p/.test(half) && hours < 12;
  const isMidnight = /a/.test(half) && hours === 12;
  return `${two(isMidnight ? 0 : hours + (isLate ? 12 : 0))}:${minutes}`;
}

/** Reads English cardinals, such as `nineteen thousand two hundred and six`. */
function fromWords(text: string): number {
  let total = 0;
  let section = 0;
  for (const word of text.split(/[ -]/)) {
    const scale = scales[word];
    if (scale === 100) section = (section || 1) * scale;
    else if (scale) {
      total += (section || 1) * scale;
      section = 0;
    } else section += Math.max(upToTwenty.indexOf(word), tens.indexOf(word) * 10, 0);
  }
  return total + section;
}

/** Reads a Chinese numeral up to hundreds of millions, with characters or digits, such as `三萬`, `1.2萬` or `二〇二六`. */
export function fromHan(text: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const [part] of text.matchAll(new RegExp(`${digitsOfNumber}|[${hanSign}]`, 'g'))) {
    const value = part === '兩' ? 2 : hanDigits.indexOf(part === '零' ? '〇' : part);
    const unit = { 十: 10, 百: 100, 千: 1000 }[part];
    if (value >= 0) digit = digit * 10 + value;
    else if (unit) {
      section += (digit || 1) * unit;
      digit = 0;
    } else if (part === '萬' || part === '億') {
      total = (total + section + digit || 1) * (part === '億' ? 100_000_000 : 10_000);
      section = 0;
      digit = 0;
    } else digit = asNumber(part);
  }
  return Number((total + section + digit).toFixed(6));
}

/** Returns every number of the facts, with what follows from them: gaps, dates and times in the shown zones. */
export function collectNumbers(facts: HostFacts): KnownNumbers {
  const known = new Set<string>(['24', '0']);
  const zones = new Set([facts.timeZone, facts.election?.activity.timeZone ?? facts.timeZone]);
  const walk = (value: unknown): void => {
    if (typeof value === 'number') known.add(String(value));
    else if (value instanceof Date) zones.forEach((zone) => addInstant(known, value, zone));
    else if (typeof value === 'string') addText(known, value, zones);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) if (!internal.test(key)) walk(inner);
    }
  };
  walk(facts);
  addInstant(known, facts.at, facts.timeZone);
  if (facts.election) addInstant(known, new Date(facts.election.activity.closesAt), 'UTC');
  const idols = facts.election?.idols.filter(({ isOut }) => !isOut) ?? [];
  for (const one of idols) {
    for (const other of idols) if (one.votes > other.votes) known.add(String(one.votes - other.votes));
  }
  for (const team of Map.groupBy(idols, ({ team: name }) => name).values()) known.add(String(team.length));
  for (const count of [idols.length, facts.election?.teams.length, facts.tasks.length, facts.songs.songs.length]) {
    if (count !== undefined) known.add(String(count));
  }
  return known;
}

/** Ids, addresses, versions and hashes are no facts for fans. */
const internal = /id$|url$|hash|version|seed|colour|asset|link|format/i;

function addText(known: Set<string>, text: string, zones: ReadonlySet<string>): void {
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) zones.forEach((zone) => addInstant(known, new Date(text), zone));
  else if (/^\d{2}-\d{2}$/.test(text)) known.add(text);
  else if (/^(\d{4}-)\d{2}-\d{2}$/.test(text)) known.add(text.slice(5));
  else numbersIn(text).forEach((number) => known.add(number));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a time zone, which is kept because creating one is expensive. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  return format;
}

function addInstant(known: Set<string>, at: Date, timeZone: string): void {
  const parts = formatIn(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  known
    .add(`${part('month')}-${part('day')}`)
    .add(`${part('hour')}:${part('minute')}`)
    .add(part('year'));
}
