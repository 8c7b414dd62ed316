/** Normalises a text for search: without case, width (full-width forms become their letters) and accents. */
export function foldCase(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}

/** An address of the chain as people compare it: its first and last digits. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
