import type { ErrorName } from './errors.ts';

export const languages = ['en_US', 'zh_TW'] as const;
export type Language = (typeof languages)[number];

export type Wording = Readonly<Record<Language, string>>;

/** The words of some failures, by their names. */
export type Wordings = Readonly<Partial<Record<ErrorName, Wording>>>;

const declared = new Map<string, Wording>();

/**
 * Declares what a schema expects beyond its type, to be read after the field's name. Zod gives an issue one text only, by
 * which its wording is found.
 */
export function expectation(wording: Wording): string {
  declared.set(wording.en_US, wording);
  return wording.en_US;
}

/** Returns the wording of an issue's message; undefined where zod itself wrote it. */
export function expectationOf(message: string): Wording | undefined {
  return declared.get(message);
}
