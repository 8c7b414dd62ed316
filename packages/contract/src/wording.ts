import type { ErrorName } from './errors.ts';

export const languages = ['en_US', 'zh_TW'] as const;
export type Language = (typeof languages)[number];

export type Wording = Readonly<Record<Language, string>>;

/** The words of some failures, by their names. */
export type Wordings = Readonly<Partial<Record<ErrorName, Wording>>>;
