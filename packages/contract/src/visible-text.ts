import * as z from 'zod';

/**
 * Invisible characters and direction controls, as a regular expression class. An explicit list, because `\p{Cf}` grows with
 * Unicode and SQL (`hidden_characters()`) has the same list. U+E0100–U+E01EF stay allowed: they select variants in Chinese
 * and Japanese names.
 */
export const hiddenCharacter = [
  String.raw`[\u0000-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5`,
  String.raw`\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\p{Cs}\uE000-\uF8FF\uFEFF\uFFA0`,
  String.raw`\uFFF0-\uFFFB\u{110BD}\u{110CD}\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}`,
  String.raw`\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}\u{F0000}-\u{10FFFF}]`,
].join('');

/**
 * Forbidden in public text: hidden characters, and combining marks stacked over neighbouring lines. U+200D is allowed
 * between two pictographs, where it forms one emoji.
 */
const hiddenCharacters = [
  hiddenCharacter,
  String.raw`(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D`,
  String.raw`\u200D(?!\p{Extended_Pictographic})`,
  String.raw`\p{M}{5}`,
].join('|');

const plain = 'text without hidden or stacked characters';
const oneLine = new RegExp(`^(?:(?!${hiddenCharacters}).)*$`, 'u');
const severalLines = new RegExp(String.raw`^(?:\n|(?!${hiddenCharacters}).)*$`, 'u');

/**
 * A public single-line text, such as a title: NFC, single spaces, 1 to `most` (at most 100) characters, at least one of
 * them not a space or a mark.
 */
export function visibleLine(most: number) {
  return z
    .string()
    .max(200)
    .overwrite((given) => given.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .regex(oneLine, plain)
    .regex(new RegExp(`^(?=.*[\\p{L}\\p{N}\\p{P}\\p{S}]).{1,${most}}$`, 'u'), `text of 1 to ${most} characters`);
}

/** What a fan says on one line: NFC, single spaces, 1 to `most` UTF-16 units, at least one of them not a space or a mark. */
export function visibleText(most: number) {
  return z
    .string()
    .max(most)
    .overwrite((given) => given.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .min(1)
    .regex(oneLine, plain)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, plain);
}

/** A fan's name, as it is shown. */
export const nickname = visibleLine(24);

/** A fan's biography: up to 200 characters on several lines; may be empty. */
export const bio = z
  .string()
  .max(1000)
  .overwrite((given) =>
    given
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  )
  .regex(severalLines, plain)
  .regex(/^(?:.|\n){0,200}$/u, 'text of at most 200 characters');
