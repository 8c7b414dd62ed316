import type { Language } from '@lightstick/contract';
import { chinese } from './words-chinese.ts';
import { english, type Words } from './words-english.ts';

export type { Words } from './words-english.ts';

/** The words by which a fan finds things on the screens, in both languages. */
export const wordsIn: Readonly<Record<Language, Words>> = { en_US: english, zh_TW: chinese };
