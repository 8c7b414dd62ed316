import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import * as z from 'zod';
import { alternatives, readLanguageFile, wordList } from '#/lib/language-file.ts';
import { inLatinLetters } from '#/lib/look-alikes.ts';

/**
 * Returns whether a fan's text, or a text that fans read, has a link or contact data in any disguise; undefined for
 * neither.
 */
export function linkOrContactIn(text: string): 'link' | 'contact' | undefined {
  const plain = undoDisguises(text);
  const latin = inLatinLetters(plain);
  if (emails.some((pattern) => pattern.test(latin))) return 'contact';
  if (links.some((pattern) => pattern.test(latin)) || hasHost(latin) || hasHost(plain)) return 'link';
  return handles.some((pattern) => pattern.test(latin)) || hasPhone(plain) ? 'contact' : undefined;
}

/** Writes small letters in normal width, and undoes the usual disguises of dots and at signs. */
function undoDisguises(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/\s?[[({<]\s?(?:dot|點|点)\s?[\])}>]\s?/gu, '.')
      .replaceAll(/(?<=[a-z0-9]\s?)(?:。|\u2024|・|·)(?=\s?[a-z])/gu, '.')
      // After a number it is a time, as in 今晚8點TV見.
      .replaceAll(/(?<=[a-z]\s?)(?:點|点)(?=\s?[a-z])|(?<=[a-z0-9]\s?)(?:點|点)(?=\s?(?:com|net|org)(?![a-z]))/gu, '.')
      .replaceAll(/(?<=[a-z0-9])\sdot\s(?=[a-z])/gu, '.')
      .replaceAll(/\s?[[({<]\s?(?:\.|:|at|@)\s?[\])}>]\s?/gu, (sign) => /[.:]/.exec(sign)?.[0] ?? '@')
      .replaceAll(/(?<=[a-z0-9])\sat\s(?=(?:gmail|hotmail|yahoo|outlook|icloud|proton)\b)/gu, '@')
      .replaceAll(/(?<=[a-z0-9])\s?小老鼠\s?(?=[a-z])/gu, '@')
  );
}

const places = readLanguageFile(
  new URL('links-and-contacts.yaml', import.meta.url),
  z.strictObject({
    clearEnds: wordList,
    sentenceStarts: wordList,
    words: wordList,
    lastWords: wordList,
    services: alternatives,
  }),
);
const [words, lastWords] = [new Set(places.words), new Set(places.lastWords)];
const services = places.services.source;

/** Each begins with one character before its mark, so that no run of characters is read again from each of its places. */
const emails = [
  // A name that is called, with the next sentence after it, is no address: "Hi @Mina. Love you".
  /[\w.+-](?:@\s?[\w-]+\s?\.\s?|\s@\s?[\w-]+(?:\s\.\s?|\.))[a-z]{2,}/u,
  /[\w.+-]{3}\s?@\s?(?:gmail|hotmail|yahoo|outlook|icloud|proton)\b/u,
];

const links = [
  /[a-z]{2,10}\s?:\s?\/\s?\/\s?[\p{L}\p{N}]/u,
  /\bwww\s?\.\s?[a-z0-9]/u,
  new RegExp(String.raw`[a-z0-9-]\s?\.\s?(?:${places.clearEnds.join('|')})(?![a-z0-9])`, 'u'),
  new RegExp(String.raw`[a-z0-9-](?:\s\.\s|\s?\.)(?:${places.sentenceStarts.join('|')})(?![a-z0-9])`, 'u'),
  /(?<!\d)(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?!\d)/u,
];

/**
 * Matches a host's name, which may follow Chinese words without a space. Only the beginning of a run is tried, so that
 * a long one is read once.
 */
const asciiHost = /(?<![a-z0-9-])[a-z0-9-]+(?:\.[a-z0-9-]+)+/gu;
const anyHost = /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** Returns whether a text has the name of a host, by the public suffixes of the internet. */
function hasHost(plain: string): boolean {
  for (const match of [...plain.matchAll(asciiHost), ...plain.matchAll(anyHost)]) {
    const { isIcann, publicSuffix, domainWithoutSuffix } = parse(match[0]);
    if (!isIcann || !publicSuffix || !domainWithoutSuffix || /^\d+$/.test(domainWithoutSuffix)) continue;
    const rest = plain.slice(match.index + match[0].length, match.index + match[0].length + 3);
    if (/^(?:[/?#]|:\d)/.test(rest)) return true;
    const isSentence = words.has(publicSuffix) && (lastWords.has(publicSuffix) || /^\s[a-z]/.test(rest));
    // A stop within a Chinese sentence is not the one of a name.
    if (!isSentence && !/\p{Script=Han}$/u.test(publicSuffix)) return true;
  }
  return false;
}

/** A name as such services give them, which has a letter, and is no time or place such as "8pm" or "1st". */
const handle = '(?!\\d+(?:[ap]m|st|nd|rd|th|[kmx])(?![a-z0-9._-]))(?=[a-z0-9._-]{0,40}[a-z])[a-z0-9][a-z0-9._-]{2,40}';
/** Words after such a word of English itself: "my favourite line: never give up". */
const unlessPhrase = String.raw`(?!(?<=(?:line|threads)\s*[:=→])\s*[a-z]+\s+[a-z])`;

const handles = [
  // Named as an id: "LINE: mina0214", "ig id mina", "微信號 mina".
  new RegExp(
    String.raw`(?<![a-z])(?:${services})\s*(?:的?\s*(?:id|帳號|帐号|號|号)\s*[:是=→]?|@|[:=→是]${unlessPhrase})\s*@?${handle}`,
    'u',
  ),
  // Not named as one, but with a digit or an underscore, as no word has: "my insta mina_0214".
  new RegExp(String.raw`(?<![a-z])(?:${services})\s*@?(?=[a-z._-]{0,40}[0-9_])${handle}`, 'u'),
  // A disguise of WeChat is enough of a sign for any id.
  new RegExp(String.raw`(?<![a-z])(?:v信|v\s?x|薇信|威信|薇x|威x)\s?[:=是→]?\s?@?${handle}`, 'u'),
  // An id of digits alone, as QQ has them.
  /(?<![a-z])(?:qq|v信|v\s?x|微信|薇信|威信|wechat|line|賴)\s?(?:id|號|号|[:=是])?\s?[:=是]?\s?\d{5,}/u,
  // An invitation to go elsewhere is enough.
  /加\s*(?:我|個|个|一下|你){0,4}\s?(?:的)?\s?(?:line|賴|ig|v信|v\s?x|微信|薇信|wechat|tg|telegram|qq|dc|discord)(?![a-z])/u,
  /(?:私訊|私讯|密)\s?我\s?(?:的\s?)?(?:line|賴|ig|微信|fb|臉書)/u,
  /\b(?:dm|pm)\s+me\b/u,
  /\b(?:add|text|message)\s+me\s+(?:on|at)\s+(?:line|ig|insta|instagram|wechat|telegram|tg|discord|whatsapp|snap)/u,
];

const chineseDigits: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('零一二三四五六七八九').map((sign, digit) => [sign, String(digit)]),
);

/** The countries of fans; a number of another country begins with a plus. */
const countries: readonly CountryCode[] = ['TW', 'HK', 'MO', 'CN', 'JP', 'KR', 'SG', 'MY', 'US'];
/** Numbers in the groups of America, whether their digits exist or not. */
const inGroups = /(?<!\d)\(?\d{3}\)?[-.]\d{3}[-.]\d{4}(?!\d)/u;

/**
 * Returns whether digits contain a telephone number; dates, counts, long laughs and numbers with a meaning are none.
 */
function hasPhone(plain: string): boolean {
  const digits = plain
    .replaceAll(/[〇○]/gu, '0')
    .replaceAll(/[零一二三四五六七八九]/gu, (sign) => chineseDigits[sign] ?? sign)
    .replaceAll(/(?<!\d)(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}(?!\d)/gu, ' ');
  if (inGroups.test(digits)) return true;
  return (digits.match(/\+?\(?\d(?:[\s().-]{0,3}\d){7,15}/gu) ?? []).some(holdsPhone);
}

/** Returns whether the number, or its rest without the first groups, is one of a telephone. */
function holdsPhone(written: string): boolean {
  const groups = written.split(/(?=[\s(+])/u);
  return groups.some((_, first) => isPhone(groups.slice(first).join('')));
}

function isPhone(written: string): boolean {
  const number = written.replaceAll(/\D/gu, '');
  const isAbroad = written.trim().startsWith('+');
  const isLocal = number.startsWith('0');
  if (number.length < (isAbroad || isLocal ? 8 : 10) || new Set(number).size < 3) return false;
  if (isAbroad || number.length > 10) {
    if (parsePhoneNumberFromString(`+${number}`)?.isValid()) return true;
  }
  return countries.some((country) => {
    const phone = parsePhoneNumberFromString(number, country);
    if (!phone?.isValid()) return false;
    return isLocal || /MOBILE/.test(phone.getType() ?? '');
  });
}
