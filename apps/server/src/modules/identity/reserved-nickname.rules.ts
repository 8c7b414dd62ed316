import * as z from 'zod';
import { readLanguageFile, wordList } from '#/lib/language-file.ts';
import { skeletonOf } from '#/lib/look-alikes.ts';
import { normaliseText } from '#/lib/normalise-text.ts';

const platform = 'lightstick';
const { offices, offhand, fillers } = readLanguageFile(
  new URL('reserved-nicknames.yaml', import.meta.url),
  z.strictObject({ offices: wordList, offhand: wordList, fillers: wordList }),
);

const formOf = (text: string) => normaliseText(skeletonOf(text));
const patternOf = (words: readonly string[]) =>
  new RegExp(
    words
      .map(formOf)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'gu',
  );

const ownName = patternOf([platform]);
const office = patternOf(offices);
const everyOffice = patternOf([...offices, ...offhand]);
const filler = patternOf(fillers);

/**
 * Whether a name impersonates the platform: its name, an office, or both, with nothing else but words such as "the" and "帳號",
 * whatever script, digits or signs its letters are written with.
 */
export function isReservedNickname(nickname: string): boolean {
  const isOnly = (text: string, role: RegExp) => {
    const form = formOf(text);
    const rest = form.replaceAll(ownName, '').replaceAll(role, '');
    return rest !== form && rest.replaceAll(filler, '') === '';
  };
  // Digits that are no letters only number an office, as in "Admin 01"; "Team 48" is a fan's.
  return isOnly(nickname, everyOffice) || isOnly(nickname.normalize('NFKC').replaceAll(/\p{Nd}/gu, ''), office);
}
