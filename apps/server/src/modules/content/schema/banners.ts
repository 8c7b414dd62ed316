import { bannerTypes } from '@lightstick/contract';
import type * as z from 'zod';
import { artSeed, fields, link, oneOf, packTime, text, wordId } from './fields.ts';

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
