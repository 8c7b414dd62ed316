import { readFileSync } from 'node:fs';

/** Whole passwords in lower case: keyboard runs, digit sequences and other patterns without a word. */
const passwords = textsIn('common-passwords.txt');
/** Common base words of passwords, in lower case. */
const words = textsIn('common-words.txt');

/** Digits and symbols around a common word that still leave a password common, as in `Password2026!`. */
const mostDecoration = 6;
const fewestDistinctCharacters = 4;

/**
 * Whether guessers try a password first: a known one, a common word with digits, symbols or look-alike letters, or a
 * short repeated pattern.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (passwords.has(lower) || new Set(lower).size < fewestDistinctCharacters) return true;
  const core = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  if (lower.length - core.length > mostDecoration) return false;
  const word = withoutLookAlikes(core);
  return words.has(word) || words.has(halfOfTwice(word));
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function withoutLookAlikes(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (character) => lookAlikes[character] ?? character);
}

/** Returns `pass` for `passpass`; the text itself if it is not a repetition. */
function halfOfTwice(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

function textsIn(name: string): ReadonlySet<string> {
  return new Set(
    readFileSync(new URL(name, import.meta.url), 'utf8')
      .split(/\s+/)
      .filter(Boolean),
  );
}
