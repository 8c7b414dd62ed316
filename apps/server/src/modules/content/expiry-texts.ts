import { type Language, languages } from '@lightstick/contract';
import type { TextInBothLanguages } from '#/modules/elections/index.ts';
import type { PackEntry } from './pack.ts';
import type { Path, Problem } from './yaml-file.ts';
import type { PageBody } from './read-pages.ts';
import type { PointTerms } from './schema/tasks.ts';

/** What rules and pages say about the end of tickets, votes and Points, as the product does it. */
type ExpiryTexts = { readonly votes: TextInBothLanguages; readonly points: TextInBothLanguages };

/**
 * Returns the texts by the terms of the pack. Tickets and votes lapse in every election, Points by the terms.
 * @param only the language of a pack that has one, whose texts then stand for both
 */
export function expiryTexts(terms: PointTerms, only?: Language): ExpiryTexts {
  const texts = textsInBothLanguages(terms);
  if (only === undefined) return texts;
  const standForBoth = (text: TextInBothLanguages) => ({ en_US: text[only], zh_TW: text[only] });
  return { votes: standForBoth(texts.votes), points: standForBoth(texts.points) };
}

function textsInBothLanguages({ lastMonths }: PointTerms): ExpiryTexts {
  return {
    votes: {
      en_US: 'Unused tickets and votes lapse once the result is final.',
      zh_TW: '結果確定後，未使用的投票券與票就會失效。',
    },
    points:
      lastMonths === undefined
        ? { en_US: 'Points don’t expire.', zh_TW: '點數沒有使用期限。' }
        : {
            en_US:
              `Points last until the end of the ${ordinal(lastMonths)} month after you get them; ` +
              'the soonest are spent first.',
            zh_TW: `點數可用到取得後第 ${lastMonths} 個月的月底，使用時先扣最快到期的。`,
          },
  };
}

const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** Returns an ordinal such as `12th`. */
function ordinal(number: number): string {
  return `${number}${ordinalEndings[ordinalRules.select(number)] ?? 'th'}`;
}

const placeholder = /\{expiry\.([^{}\s]*)\}/g;

/** Puts the sentences of the terms where a text asks for them by `{expiry.votes}` or `{expiry.points}`. */
export function withExpiry(text: string, language: Language, texts: ExpiryTexts): string {
  return text.replaceAll(placeholder, (whole, name: string) => (isKnown(name) ? texts[name][language] : whole));
}

function isKnown(name: string): name is keyof ExpiryTexts {
  return name === 'votes' || name === 'points';
}

const unusedWords = /\b(?:unused|unspent|left[ -]?over|remaining|spare)\b/;
const keptWords =
  /\b(?:stays?|keeps?|kept|remains?\b(?! tickets| votes)|carr(?:y|ies|ied)|rolls? over|last|valid|good for)\b/;
const neverWords = /\b(?:never|do not|don['’]t|does not|doesn['’]t|won['’]t|will not)\s+(?:expire|lapse|run out)\b/;

type Statement = { readonly about: RegExp; readonly says: RegExp };

/** Sentences that keep unused tickets or votes, by language. The subject may be in the sentence before. */
const keptVotes: Readonly<Record<Language, readonly Statement[]>> = {
  en_US: [
    {
      about: /\b(?:tickets?|votes?)\b/i,
      says: new RegExp(`${unusedWords.source}[^.!?;]*${keptWords.source}`, 'i'),
    },
    {
      about: /\b(?:tickets?|votes?)\b/i,
      says: new RegExp(String.raw`\b(?:tickets?|votes?)\b[^.!?]*${neverWords.source}`, 'i'),
    },
  ],
  zh_TW: [
    {
      about: /投票券|票/,
      says: /(?:未使用|沒用完|用不完|沒用到|剩餘|剩下|多餘)[^。！？]*(?:留在|保留|留著|仍可|仍有效|繼續使用|不會失效|不會消失|不失效|沿用|帶到)/,
    },
    {
      about: /投票券|票/,
      says: /票[^。！？，；票]*(?:(?:不會|永不|不)(?:失效|過期|到期)|永久有效)/,
    },
  ],
};

const endlessPoints: Readonly<Record<Language, RegExp>> = {
  en_US:
    /\bpoints?\b[^.!?;]*\b(?:(?:never|do not|don['’]t|won['’]t|will not)\s+(?:expire|lapse|run out)|last forever)\b/i,
  zh_TW: /點數[^。！？；]*(?:(?:不會|永不|不)(?:失效|過期|到期)|永久有效|沒有(?:使用)?期限)/,
};
const endingPoints: Readonly<Record<Language, RegExp>> = {
  en_US: /\bpoints?\b[^.!?;]*\b(?:expire|lapse|last (?:until|for))\b/i,
  zh_TW: /點數[^。！？；]*(?:到期|過期|失效|可用到)/,
};
const monthsOfPoints: Readonly<Record<Language, RegExp>> = {
  en_US: /\bpoints?\b[^.!?]*?\b(?:expire|lapse|last)\b[^.!?]*?\b(\d{1,3}|[a-z]+)(?:st|nd|rd|th)?[ -]months?\b/i,
  zh_TW: /點數[^。！？]*?(\d{1,3}|[一二三四五六七八九十]{1,3})\s*個月/,
};

const englishNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const englishOrdinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const chineseNumbers = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ');

function numberOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  const at = [englishNumbers, englishOrdinals, chineseNumbers].map((words) => words.indexOf(word.toLowerCase()));
  const found = at.find((index) => index >= 0);
  return found === undefined ? undefined : found + 1;
}

/**
 * Finds contradictions of the terms of expiry in a text, as messages that name the sentence to write instead. Texts in
 * own words are allowed while they say the same.
 */
export function expiryFaults(text: string, language: Language, { lastMonths }: PointTerms): string[] {
  const terms = expiryTexts({ lastMonths });
  const faults: string[] = [];
  const votesFault = keptVotes[language].some(({ about, says }) => about.test(text) && says.test(text));
  if (votesFault) {
    faults.push(
      `says that unused tickets or votes stay, but they lapse; write {expiry.votes}: ${terms.votes[language]}`,
    );
  }
  const [, written] = monthsOfPoints[language].exec(text) ?? [];
  const months = written === undefined ? undefined : numberOf(written);
  const isWrong =
    lastMonths === undefined
      ? endingPoints[language].test(text) && !endlessPoints[language].test(text)
      : endlessPoints[language].test(text) || (months !== undefined && months !== lastMonths);
  if (isWrong) {
    faults.push(
      'says something else about the end of Points than points.lastMonths; write {expiry.points}: ' +
        terms.points[language],
    );
  }
  for (const [whole, name] of text.matchAll(placeholder)) {
    if (!isKnown(name ?? ''))
      faults.push(`has ${whole}, which there is not; expected {expiry.votes} or {expiry.points}`);
  }
  return faults;
}

/** Lists every text of a value in one language, with its path. */
function textsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): { path: Path; language: Language; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const language = languages.find((name) => name === key);
    return language && typeof one === 'string'
      ? [{ path: [...path, key], language, text: one }]
      : textsIn(one, [...path, key]);
  });
}

/** Reports texts of entries and pages that contradict the terms. */
export function expiryProblems(
  entries: readonly PackEntry<unknown>[],
  bodies: readonly PageBody[],
  points: PointTerms,
): Problem[] {
  return [
    ...entries.flatMap(({ value, problem }) =>
      textsIn(value).flatMap(({ path, language, text }) =>
        expiryFaults(text, language, points).map((message) => problem(path, message)),
      ),
    ),
    ...bodies.flatMap(({ file, firstLine, language, text }) =>
      text.split('\n').flatMap((line, index) =>
        expiryFaults(line, language, points).map((message) => ({
          file,
          line: firstLine + index,
          field: 'body',
          message,
        })),
      ),
    ),
  ];
}
