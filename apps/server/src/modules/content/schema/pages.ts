import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { fields } from './fields.ts';

/** A text of one line in the language of its file. */
function lineOf(charactersMax: number) {
  const error = `a text of 1 to ${charactersMax} characters`;
  return z.string({ error }).trim().min(1, { error }).max(charactersMax, { error });
}

/** What stands between the lines of hyphens at the head of a page's file. */
export const pageHead = fields({
  title: lineOf(60),
  summary: lineOf(160),
  updatedAt: z.iso.date({ error: 'a day such as 2026-11-21' }),
});

export type PageHead = z.output<typeof pageHead>;

type Texts = Readonly<Record<Language, string>>;

/** A page in both languages, its body as Markdown. */
export type Page = {
  readonly slug: string;
  readonly title: Texts;
  readonly summary: Texts;
  readonly body: Texts;
  readonly updatedAt: string;
};
