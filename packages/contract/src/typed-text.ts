/** Normalises what was typed: NFKC, and the decimal digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** Unicode has decimal digits in runs of ten that begin with zero. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Digits with a thousands mark (comma, or space as in French) after every third, or without. */
const wholeNumber = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/;

/**
 * Returns the whole number that a text is, such as `10`, `1,000` or `１０`. A sign, a decimal mark or an exponent makes
 * it none.
 */
export function wholeNumberIn(text: string): number | undefined {
  const plain = withPlainDigits(text).trim();
  if (!wholeNumber.test(plain)) return undefined;
  const number = Number(plain.replaceAll(/[, ]/g, ''));
  return Number.isSafeInteger(number) ? number : undefined;
}

/**
 * Returns the mailed code in a typed or pasted text: its one run of six digits, which may be in two groups of three.
 * While there is none, the digits that were typed so far.
 */
export function mailCodeIn(text: string): string {
  const plain = withPlainDigits(text);
  const runs = plain.match(/(?<!\d)(?:\d{6}|\d{3}[ -]\d{3})(?!\d)/g) ?? [];
  const codes = new Set(runs.map((run) => run.replaceAll(/\D/g, '')));
  if (codes.size === 1) return [...codes].join('');
  const letter = plain.search(/\p{L}/u);
  if (codes.size > 1 || (letter >= 0 && /\d/.test(plain.slice(letter)))) return '';
  return plain.replaceAll(/\D/g, '');
}

/**
 * Returns the form in which a search compares texts: without case, width, accents and other scripts' digits. Upper case
 * unites more than lower (`ß` and `ss`, `ı` and `i`), on a device of any language.
 */
export function foldForSearch(text: string): string {
  return withPlainDigits(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
}

/** Returns a code of letters and digits as typed, such as a fan code: in normal width, without spaces around. */
export function typedCode(text: string): string {
  return withPlainDigits(text).trim();
}
