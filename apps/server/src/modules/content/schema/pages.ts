import { bannerTypes, type Language } from '@lightstick/contract';
import * as z from 'zod';
import { artSeed, fields, link, oneOf, packTime, text, wordId } from './fields.ts';

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

/** What stands at the head of a screen and leads somewhere. Without `opensAt` or `endsAt` there is no such bound. */
export const banner = fields({
  id: wordId,
  /** The screen it stands on. */
  type: oneOf(bannerTypes),
  title: text(40),
  text: text(90),
  pictureSeed: artSeed,
  link,
  opensAt: packTime.optional(),
  endsAt: packTime.optional(),
});

export type Banner = z.output<typeof banner>;
