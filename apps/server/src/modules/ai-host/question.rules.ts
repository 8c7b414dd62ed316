import type { Language } from '@lightstick/contract';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** The most characters of a question. */
export const longestQuestion = 120;

export type Verdict = 'fine' | 'crisis' | 'doubtful' | 'link' | 'insult';

const english = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** Insults and sexual words in Chinese, traditional and simplified, without the spaces and signs put between characters. */
const chineseInsults =
  /幹你|干你娘|操你|肏|靠北|靠杯|機掰|机掰|雞掰|鸡掰|賤人|贱人|婊子|妓女|去死|白痴|智障|腦殘|脑残|廢物|废物|王八蛋|他媽的|他妈的|媽的|你妈的|醜八怪|丑八怪|做愛|做爱|性交|打手槍|打手枪|裸照|口交|約炮|约炮|色情|強姦|强奸|援交|露點|露点/;
/** What the English list lacks, or knows under other forms only. */
const englishInsults = /\b(kill yourself|kys|retard(ed)?|nudes?|naked|sex(y|t|ual)?|porn|horny|ugly|stupid bitch)\b/i;

/** A wish to die or to hurt oneself, in either language. It comes before all other checks. */
const crisis =
  /想死|不想活|活不下去|想自殺|想自杀|要自殺|要自杀|自殺|自杀|輕生|轻生|想消失|割腕|傷害自己|伤害自己|自殘|自残|跳樓|跳楼|結束生命|结束生命|結束自己|了結自己|suicid|kill(ing)? my ?self|end (my|it all|my own) ?life|end it all|want(ed)? to die|wanna die|don'?t want to (live|be alive)|no reason to live|hurt(ing)? my ?self|harm(ing)? my ?self|self[- ]?harm|cut(ting)? my ?self/i;

const links =
  /https?:|www\.|\b[a-z0-9-]{2,}\.(com|net|org|tw|io|me|gg|cc|cn|jp|app|xyz|info|link|ly|tv|co|live|shop|site|online)\b/i;
/** Addresses, numbers of phones, and names at messengers. */
const contacts =
  /[\w.+-]+\s?(@|＠|\(at\)|\[at\])\s?[\w-]+|(\+?\d[\s().-]?){8,}|\b(line|ig|instagram|telegram|tg|whatsapp|wechat|discord|snapchat)\s*(id)?\s*[:：=]|(加|賴|赖)\s*(我|line|賴|ig)|微信\s*[:：號号]|dm me|text me|add me on/i;

/** What a person should see first: a fan who tells too much about themself, or asks for that. */
const doubtful =
  /\b(i am|i'?m|im) (only )?(\d|1[0-7])\b|\b(my|your|her|his|their) (home )?(address|school|phone|number|password)\b|我(今年)?(\d|1[0-7]) ?歲|(你|妳|她|他|我)?(的)?(住址|地址|電話|手機號碼|學校|密碼)|讀(國小|國中)|未成年/i;

/** The question as its fan wrote it, without invisible characters and runs of spaces. */
export function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}|\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** How many characters a reader sees. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Judges a tidied text. A cry for help is heard first, whatever else the text contains. */
export function judged(given: string): Verdict {
  const text = given.normalize('NFKC');
  const dense = text.replaceAll(/[\s\p{P}\p{S}]/gu, '');
  if (crisis.test(text) || crisis.test(dense)) return 'crisis';
  if (links.test(text) || contacts.test(text)) return 'link';
  if (isInsulting(text)) return 'insult';
  return doubtful.test(text) ? 'doubtful' : 'fine';
}

/** Whether a text has a link or contact details. */
export function hasLink(text: string): boolean {
  return links.test(text) || contacts.test(text);
}

export function isInsulting(text: string): boolean {
  const dense = text.replaceAll(/[\s\p{P}\p{S}]/gu, '');
  // Letters that are set apart, as in "b a d", are a word.
  const joined = text.replaceAll(/\b(?:[a-z][\s.*_-]){2,}[a-z]\b/gi, (letters) => letters.replaceAll(/[^a-z]/gi, ''));
  return chineseInsults.test(dense) || englishInsults.test(joined) || english.hasMatch(joined);
}

/** By the script of most words, so that a name of the other language changes nothing; two Chinese characters are about a word. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[a-z]{2,}/gi)?.length ?? 0;
  return han > 0 && han / 2 >= words ? 'zh_TW' : 'en_US';
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Pairs of neighbouring characters, each with how often it occurs. */
export function bigramsOf(text: string): Map<string, number> {
  const characters = Array.from(text);
  const counts = new Map<string, number>();
  for (let index = 0; index + 1 < characters.length; index += 1) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

const sameFrom = 0.8;

/** Whether two questions ask the same in nearly the same words and numbers. */
export function isNearDuplicate(one: string, other: string): boolean {
  const [a, b] = [letters(one), letters(other)];
  if (a === b) return true;
  if (digitsOf(a) !== digitsOf(b)) return false;
  const [pairsOfOne, pairsOfOther] = [bigramsOf(a), bigramsOf(b)];
  let shared = 0;
  for (const [pair, count] of pairsOfOne) shared += Math.min(count, pairsOfOther.get(pair) ?? 0);
  const total = Math.max(0, Array.from(a).length - 1) + Math.max(0, Array.from(b).length - 1);
  return total > 0 && (2 * shared) / total >= sameFrom;
}

/** Questions about the first and the second place differ by one character only. */
function digitsOf(text: string): string {
  return (text.match(/\d+|第[一二三四五六七八九十]+|first|second|third/g) ?? []).join(' ');
}
