import { lookAlikeLetters } from './look-alike-letters.ts';

const letterOf: ReadonlyMap<string, string> = new Map(
  lookAlikeLetters
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [letters = '', signs = ''] = line.split(' ');
      return Array.from(signs, (sign) => [sign, letters] as const);
    }),
);

/** Puts Latin letters in place of those that look like them, such as the о of Cyrillic, and removes accents. */
export function inLatinLetters(text: string): string {
  // Most texts have no other letters.
  if (/^[\p{ASCII}\p{Script=Han}\u3000-\u303F\uFF00-\uFF0F]*$/u.test(text)) return text;
  return Array.from(text.normalize('NFKD'), (sign) => letterOf.get(sign) ?? sign)
    .join('')
    .replaceAll(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC');
}

const leetLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '|': 'l',
  '!': 'l',
  '+': 't',
  '€': 'e',
};

/**
 * Returns the skeleton of a text (UTS 39): two that look alike have the same. Digits and signs count as the letters for
 * which they are written, and an i as an l.
 */
export function skeletonOf(text: string): string {
  return Array.from(inLatinLetters(text), (sign) => leetLetters[sign] ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv');
}
