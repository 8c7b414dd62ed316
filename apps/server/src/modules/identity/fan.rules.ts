import { randomBytes } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import type { Brand } from '#/config/brand.ts';
import { readLanguageFile, wordList } from '#/lib/language-file.ts';
import { skeletonOf } from '#/lib/look-alikes.ts';
import { normaliseText } from '#/lib/normalise-text.ts';

/** The signs of codes, without look-alike letters and digits. Both alphabets have 32 signs, so five bits select one. */
const smallSigns = 'abcdefghijkmnpqrstuvwxyz23456789';
const largeSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomText(signs: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => signs.charAt(byte % signs.length)).join('');
}

/** Returns the public id of an account: 100 random bits. */
export function randomAccountId(): string {
  return randomText(smallSigns, 20);
}

/** Returns the code by which fans find each other: 40 random bits, short enough to type. */
export function randomFanCode(): string {
  return randomText(largeSigns, 8);
}

export function randomAvatarSeed(): string {
  return randomText(smallSigns, 12);
}

/** Returns the name of a fan who chose none. */
export function randomNickname(language: Language): string {
  return `${language === 'zh_TW' ? '粉絲' : 'Fan'} ${randomText(largeSigns, 4)}`;
}

/** Returns the name shown for an erased fan; it identifies no one. */
export function randomFormerName(language: Language): string {
  return `${language === 'zh_TW' ? '前粉絲' : 'Former fan'} ${randomText(largeSigns, 4)}`;
}

const { offices, offhand, fillers } = readLanguageFile(
  new URL('reserved-nicknames.yaml', import.meta.url),
  z.strictObject({ offices: wordList, offhand: wordList, fillers: wordList }),
);

const formOf = (text: string) => normaliseText(skeletonOf(text));
const patternOf = (words: readonly string[]) =>
  new RegExp(
    words
      .map((word) => formOf(word).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'gu',
  );

/** The names under which fans know the platform, in all languages. */
export type OwnNames = Pick<Brand, 'name' | 'shortName'>;

const buildPatterns = ({ name, shortName }: OwnNames) => ({
  ownName: patternOf([...Object.values(name), ...Object.values(shortName)]),
  office: patternOf(offices),
  everyOffice: patternOf([...offices, ...offhand]),
  filler: patternOf(fillers),
});

/** Building the patterns takes a tenth of the start of a program, so it waits for the first name. */
let patterns: { readonly of: OwnNames; readonly built: ReturnType<typeof buildPatterns> } | undefined;

/**
 * Returns whether a name impersonates the platform: it has its name, an office, or both, and otherwise only words such
 * as "the" and "帳號", in any script, with digits or signs for letters.
 */
export function isReservedNickname(nickname: string, names: OwnNames): boolean {
  if (patterns?.of !== names) patterns = { of: names, built: buildPatterns(names) };
  const { ownName, office, everyOffice, filler } = patterns.built;
  const isOnly = (text: string, role: RegExp) => {
    const form = formOf(text);
    const rest = form.replaceAll(ownName, '').replaceAll(role, '');
    return rest !== form && rest.replaceAll(filler, '') === '';
  };
  // Digits that are no letters only number an office, as in "Admin 01"; "Team 48" is a fan's.
  return isOnly(nickname, everyOffice) || isOnly(nickname.normalize('NFKC').replaceAll(/\p{Nd}/gu, ''), office);
}
