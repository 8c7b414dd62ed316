/** Consonants for digits: a chat refuses what looks like a telephone number, and holds words that it filters. */
const letters = 'bcdghjklmn';

/** Writes an instant in milliseconds, to the microsecond, as a message carries it. */
export function textOf(instantMs: number): string {
  return String(Math.round(instantMs * 1000)).replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '');
}

export function instantOf(text: string): number {
  return Number(text.replaceAll(/./g, (letter) => String(letters.indexOf(letter)))) / 1000;
}
