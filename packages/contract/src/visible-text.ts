import * as z from 'zod';
import { expectation } from './wording.ts';
import { graphemeCount } from './graphemes.ts';

/**
 * Invisible characters and direction controls as a class: an explicit list, because `\p{Cf}` grows with Unicode and SQL
 * has the same one (`hidden_characters()`). U+E0100–U+E01EF select variants in Chinese and Japanese names.
 */
export const hiddenCharacter = [
  String.raw`[\u0000-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F`,
  String.raw`\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\p{Cs}`,
  String.raw`\uE000-\uF8FF\uFEFF\uFFA0\uFFF0-\uFFFB`,
  String.raw`\u{110BD}\u{110CD}\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}`,
  String.raw`\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}\u{F0000}-\u{10FFFF}]`,
].join('');

/** Signs that kill the vowel of the letter before, in the scripts of South and South-East Asia. */
const virama =
  String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u0F84\u1039\u17D2` +
  String.raw`\u1A60\u1B44\u1BAA\uA9C0\uABED]`;
/** Arabic letters that join to the next one. */
const joining =
  String.raw`[\u0620\u0626\u0628\u062A-\u062E\u0633-\u063F\u0641-\u0647\u0649\u064A\u066E\u066F\u0678-\u0687` +
  String.raw`\u069A-\u06BF\u06C1\u06C2\u06CC\u06CE\u06D0\u06D1\u06FA-\u06FC\u06FF]`;

/**
 * Invisible signs that a script or an emoji needs (as RFC 5892, appendix A, and UTS 51): the non-joiner between Arabic letters
 * that would join, both joiners beside a virama, the joiner between two pictographs, and the tags of the three flags.
 */
const neededNonJoiner = String.raw`(?<=${joining}[\u064B-\u065F\u0670]{0,4})\u200C(?=\p{L})`;
const neededSign = [
  neededNonJoiner,
  String.raw`(?<=${virama})[\u200C\u200D]`,
  // The joined form of Bengali ra.
  String.raw`(?<=\u09B0)\u200D(?=\u09CD)`,
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|` +
    String.raw`\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
].join('|');

/** A needed sign, as first group, or one that is refused. */
const invisibleSign = new RegExp(`(${neededSign})|${hiddenCharacter}|\\u200D`, 'gu');
/** A non-joiner where nothing joins: some keyboards write it there, and it does nothing. */
const idleNonJoiner = new RegExp(
  String.raw`(${neededNonJoiner})|(?<=\p{Script=Arabic}[\u064B-\u065F\u0670]{0,4})\u200C`,
  'gu',
);
const onlyNeeded = (_: string, needed?: string) => needed ?? '';

/** Brings a text to NFC and one line: a break is a space, as is a run of spaces. */
function onOneLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .replaceAll(idleNonJoiner, onlyNeeded)
    .trim();
}

/** Removes hidden characters; the signs that a script or an emoji needs stay. */
const withoutHidden = (text: string) => text.replaceAll(invisibleSign, onlyNeeded);

/**
 * Tells whether a text on one line has no hidden characters, and no combining marks stacked over neighbouring lines.
 */
const isVisible = (text: string) => withoutHidden(text) === text && !/\p{M}{5}/u.test(text);

const plain = expectation({
  en_US: 'must be text without hidden or stacked characters',
  zh_TW: '必須是不含隱藏或堆疊字元的文字',
});
/** No letter or emoji is written with more UTF-16 units. Lengths are judged first, so that no pattern sees a long text. */
const longestCharacter = 16;

/** Accepts what a person writes on one line, of at most as many units as `most` characters can have. */
function line(most: number) {
  const bound = { abort: true };
  return z
    .string()
    .max(longestCharacter * most, bound)
    .overwrite(onOneLine)
    .max(longestCharacter * most, bound)
    .refine(isVisible, { error: plain, abort: true });
}

/** At least one character is no space and no mark. */
const saysSomething = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Accepts what a person writes on one line: `least` to `most` characters as people count them. */
export function visibleLine(most: number, least = 1) {
  return line(most).refine(
    (text) => {
      const count = graphemeCount(text);
      return saysSomething(text) && count >= least && count <= most;
    },
    expectation({
      en_US: `must be text of ${least} to ${most} characters`,
      zh_TW: `必須是 ${least} 到 ${most} 個字元的文字`,
    }),
  );
}

/** Accepts the same as `visibleLine`, with the exact count left to the reader, who has an own refusal for it. */
export function visibleText(most: number) {
  return line(most).min(1).refine(saysSomething, plain);
}

/** Accepts the same as `visibleText`, but takes hidden characters out. */
export function cleanedText(most: number) {
  return z
    .string()
    .max(longestCharacter * most, { abort: true })
    .overwrite((given) => onOneLine(withoutHidden(onOneLine(given))))
    .min(1);
}

/** The name of a file as a device gives it, which its owner cannot always change: cleaned and cut, never refused. */
export const fileName = z
  .string()
  .max(1000, { abort: true })
  .overwrite((given) => {
    const name = onOneLine(withoutHidden(onOneLine(given)).replaceAll(/\p{M}{5,}/gu, ''));
    return Array.from(name).slice(0, 100).join('').trim() || 'file';
  });

/** A fan's name, as it is shown. */
export const nickname = visibleLine(24);

/** A fan's biography: up to 200 characters on several lines; may be empty. */
export const bio = z
  .string()
  .max(longestCharacter * 200, { abort: true })
  .overwrite((given) =>
    given
      .normalize('NFC')
      .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(idleNonJoiner, onlyNeeded)
      .trim(),
  )
  .max(longestCharacter * 200, { abort: true })
  .refine((text) => text.split('\n').every(isVisible), { error: plain, abort: true })
  .refine(
    (text) => graphemeCount(text) <= 200,
    expectation({ en_US: 'must be text of at most 200 characters', zh_TW: '必須是最多 200 個字元的文字' }),
  );
