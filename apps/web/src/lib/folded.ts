/** A text as search compares it: without case, width (full-width forms are the letters they stand for) and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}
