import { bannerTypes, type Language } from '@lightstick/contract';
import * as z from 'zod';
import { daysTooMany } from '../pack-time.ts';
import { artSeed, fields, link, oneOf, packTime, text, wordId } from './fields.ts';

/** A text of one line. */
function lineOf(charactersMax: number) {
  const error = `a text of 1 to ${charactersMax} characters`;
  return z.string({ error }).trim().min(1, { error }).max(charactersMax, { error });
}

/** The head of a page's file, between the lines of hyphens. */
export const pageHead = fields({
  title: lineOf(60),
  summary: lineOf(160),
  updatedAt: z.iso.date({ error: ({ input }) => daysTooMany(String(input)) ?? 'a day such as 2026-11-21' }),
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

/** A banner at the top of a screen, with a link. A missing `opensAt` or `endsAt` means no bound. */
export const banner = fields({
  id: wordId,
  /** The screen that shows it. */
  type: oneOf(bannerTypes),
  title: text(40),
  text: text(90),
  pictureSeed: artSeed,
  link,
  opensAt: packTime.optional(),
  endsAt: packTime.optional(),
});

export type Banner = z.output<typeof banner>;
