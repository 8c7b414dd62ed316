import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { readLanguageFile } from '#/lib/language-file.ts';

/** An answer that an organiser wrote, with where to read more. */
export type Written = { readonly answer: Readonly<Record<Language, string>>; readonly link: string };

/** What the host can be asked. */
export type Entry = {
  /** `faq:` and the id of an entry of the pack, or `fact:` and the name of a fact. */
  readonly id: string;
  /** Ways to ask, with `{idol}` and its like for names. The first one of a language is shown to fans. */
  readonly asks: Readonly<Record<Language, readonly string[]>>;
  /** Absent for facts. */
  readonly written?: Written;
};

const ways = z.array(z.string()).min(2);
const factsFile = z.strictObject({
  facts: z.record(z.string(), z.strictObject({ en_US: ways, zh_TW: ways })),
});

let facts: readonly Entry[] | undefined;

/** The facts of the event that the host looks up. */
export function factEntries(): readonly Entry[] {
  facts ??= Object.entries(readLanguageFile(new URL('facts.yaml', import.meta.url), factsFile).facts).map(
    ([name, asks]) => ({ id: `fact:${name}`, asks }),
  );
  return facts;
}
