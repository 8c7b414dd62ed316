const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longest message, in characters as a person counts them. */
export const mostCharacters = 200;

export function isTooLong(text: string): boolean {
  // No grapheme is shorter than a unit, so most messages need no segmenter.
  if (text.length <= mostCharacters) return false;
  return [...graphemes.segment(text)].length > mostCharacters;
}
