import { graphemeCount } from '@lightstick/contract/graphemes';

/** Longest message, in characters as a person counts them. */
export const mostCharacters = 200;

export function isTooLong(text: string): boolean {
  // No grapheme is shorter than a unit, so most messages need no segmenter.
  return text.length > mostCharacters && graphemeCount(text) > mostCharacters;
}
