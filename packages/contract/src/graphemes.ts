const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counts characters as a person does after NFC: an emoji, a flag or a letter with its accents is one. */
export function graphemeCount(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text.normalize('NFC'))) count += 1;
  return count;
}
