/** Whether a fan's text, or a text that fans read, has a link or contact data, however it is disguised; undefined for neither. */
export function linkOrContactIn(text: string): 'link' | 'contact' | undefined {
  const plain = undisguised(text);
  if (emails.some((pattern) => pattern.test(plain))) return 'contact';
  if (links.some((pattern) => pattern.test(plain))) return 'link';
  return handles.some((pattern) => pattern.test(plain)) || hasPhone(plain) ? 'contact' : undefined;
}

/** Small letters in normal width, with the usual disguises of dots and at signs undone. */
function undisguised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s*[[({<]\s*(?:dot|點|点)\s*[\])}>]\s*/gu, '.')
    .replaceAll(/(?<=[a-z0-9]\s?)(?:點|点|。|\u2024|・|·)(?=\s?[a-z])/gu, '.')
    .replaceAll(/(?<=[a-z0-9])\s+dot\s+(?=[a-z])/gu, '.')
    .replaceAll(/\s*[[({<]\s*(?:\.|at|@)\s*[\])}>]\s*/gu, (sign) => (sign.includes('.') ? '.' : '@'))
    .replaceAll(/(?<=[a-z0-9])\s+at\s+(?=(?:gmail|hotmail|yahoo|outlook|icloud|proton)\b)/gu, '@')
    .replaceAll(/(?<=[a-z0-9])\s*小老鼠\s*(?=[a-z])/gu, '@');
}

const emails = [
  // A name that is called, with the next sentence after it, is no address: "Hi @Mina. Love you".
  /[\w.+-]+(?:@\s*[\w-]+\s*\.\s*|\s+@\s*[\w-]+(?:\s+\.\s*|\.))[a-z]{2,}/u,
  /[\w.+-]{3,}\s*@\s*(?:gmail|hotmail|yahoo|outlook|icloud|proton)\b/u,
];

/** Ends of names that are no words: a sentence without a space after its stop does not look like a link. */
const clearEnds = 'com|org|io|ly|xyz|edu|gov|icu|ru|biz';
/** These begin sentences, too: a space after the stop alone makes no link, as in "Love you all. Be happy!". */
const sentenceStarts = 'net|tw|hk|cn|jp|kr|sg|gg|dev|info|cc|app|be|tv';
/** These are words, too, and count with a path after them. */
const wordEnds = 'me|co|us|uk|link|site|online|shop|store|live|club|fun|top|vip|page|pro|win|to';

const links = [
  /(?:https?|ftp)\s*:\s*\/\s*\//u,
  /\bwww\s*\.\s*[a-z0-9]/u,
  new RegExp(String.raw`[a-z0-9][a-z0-9-]*\s?\.\s?(?:${clearEnds})(?![a-z0-9])`, 'u'),
  new RegExp(String.raw`[a-z0-9][a-z0-9-]*(?:\s\.\s|\s?\.)(?:${sentenceStarts})(?![a-z0-9])`, 'u'),
  new RegExp(String.raw`[a-z0-9][a-z0-9-]*\.(?:${wordEnds})\/\S`, 'u'),
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/u,
];

const services =
  'line|賴|ig|insta(?:gram)?|wechat|weixin|wx|微信|薇信|威信|telegram|tg|飛機|discord|dc|whatsapp|snap(?:chat)?|fb|facebook|臉書|脆|threads|tiktok|抖音|小紅書|qq';
/** A name as such services give them, which has a letter, and is no time or place such as "8pm" or "1st". */
const handle = '(?!\\d+(?:[ap]m|st|nd|rd|th|[kmx])(?![a-z0-9._-]))(?=[a-z0-9._-]*[a-z])[a-z0-9][a-z0-9._-]{2,}';
/** Words after such a word of English itself: "my favourite line: never give up". */
const unlessPhrase = String.raw`(?!(?<=(?:line|threads)\s*[:=→])\s*[a-z]+\s+[a-z])`;

const handles = [
  // Named as an id: "LINE: mina0214", "ig id mina", "微信號 mina".
  new RegExp(
    String.raw`(?<![a-z])(?:${services})\s*(?:的?\s*(?:id|帳號|帐号|號|号)\s*[:是=→]?|@|[:=→是]${unlessPhrase})\s*@?${handle}`,
    'u',
  ),
  // Not named as one, but with a digit or an underscore, as no word has: "my insta mina_0214".
  new RegExp(String.raw`(?<![a-z])(?:${services})\s*@?(?=[a-z._-]*[0-9_])${handle}`, 'u'),
  // An id of digits alone, as QQ has them.
  /(?<![a-z])(?:qq|微信|wechat|line|賴)\s*(?:id|號|号|[:=是])*\s*\d{5,}/u,
  // An invitation to go elsewhere is enough.
  /加\s*(?:我|個|个|一下|你)*\s*(?:的)?\s*(?:line|賴|ig|微信|wechat|tg|telegram|qq|dc|discord)(?![a-z])/u,
  /(?:私訊|私讯|密)\s*我\s*(?:的)?\s*(?:line|賴|ig|微信|fb|臉書)/u,
  /\b(?:dm|pm)\s+me\b/u,
  /\b(?:add|text|message)\s+me\s+(?:on|at)\s+(?:line|ig|insta|instagram|wechat|telegram|tg|discord|whatsapp|snap)/u,
];

const chineseDigits: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('零一二三四五六七八九').map((sign, digit) => [sign, String(digit)]),
);

/** A number that begins like one of a telephone, or has as many digits; dates and counts with commas are none. */
function hasPhone(plain: string): boolean {
  const digits = plain
    .replaceAll(/[〇○]/gu, '0')
    .replaceAll(/[零一二三四五六七八九]/gu, (sign) => chineseDigits[sign] ?? sign)
    .replaceAll(/\b(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}\b/gu, ' ');
  return (digits.match(/\+?\(?\d(?:[\s().-]{0,3}\d){7,15}/gu) ?? []).some((number) => {
    const count = number.replaceAll(/\D/gu, '').length;
    return count >= 10 || (count >= 8 && /^\+|^\(?0/u.test(number));
  });
}
