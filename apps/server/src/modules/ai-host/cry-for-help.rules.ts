import * as z from 'zod';
import { alternatives, readLanguageFile } from '#/lib/language-file.ts';
import { inTraditional } from '#/lib/normalise-text.ts';

/** Whether a text is a cry for help. `possible`: it may be a figure of speech. */
type Cry = 'certain' | 'possible' | 'none';

const { harmless, certain, possible, figurative } = readLanguageFile(
  new URL('cry-for-help.yaml', import.meta.url),
  z.strictObject({
    harmless: z.array(alternatives),
    certain: z.array(alternatives),
    possible: z.array(alternatives),
    figurative: alternatives,
  }),
);

/**
 * Listens for a cry for help. A certain cry gets help lines at once. A possible figure of speech is answered like any
 * question, and its fan sees help lines, too.
 */
export function cryForHelp(given: string): Cry {
  const text = inTraditional(given.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
  const heard = harmless.reduce((left, phrase) => left.replaceAll(phrase, ' '), text);
  // Characters that are set apart are a word.
  const dense = heard.replaceAll(/[\s\p{P}\p{S}]/gu, '');
  const has = (phrases: readonly RegExp[]) => phrases.some((phrase) => phrase.test(heard) || phrase.test(dense));
  if (has(certain)) return figurative.test(text) ? 'possible' : 'certain';
  return has(possible) ? 'possible' : 'none';
}

const lines = z.array(z.string().min(1)).min(1);

/** What a fan who may be in danger reads. */
export const helpLines = readLanguageFile(
  new URL('help-lines.yaml', import.meta.url),
  z.strictObject({ en_US: lines, zh_TW: lines }),
);
