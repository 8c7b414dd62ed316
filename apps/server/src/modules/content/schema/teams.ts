import * as z from 'zod';
import { daysOfMonth, daysTooMany } from '../pack-time.ts';
import { artSeed, fields, idolId, text, wholeNumber, wordId } from './fields.ts';

/** The minimum contrast of WCAG 2.2 for text of ordinary size (level AA). */
const contrastMin = 4.5;

const colourExpectation = `a colour such as '#1d6fd8' on which white text has a contrast of at least ${contrastMin}`;
const colourField = z
  .string({ error: colourExpectation })
  .regex(/^#[0-9a-f]{6}$/, { error: colourExpectation, abort: true })
  .refine((value) => contrastWithWhite(value) >= contrastMin, { error: colourExpectation });

export const team = fields({ id: wordId, name: text(40), slogan: text(80), colour: colourField });

const birthdayExpectation = 'a month and a day such as 03-14';
const birthday = z
  .string({ error: birthdayExpectation })
  .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/, { error: birthdayExpectation, abort: true })
  // In a leap year.
  .refine((date) => daysTooMany(`2000-${date}`) === undefined, {
    error: ({ input }) =>
      `a day that exists: month ${String(input).slice(0, 2)} has ${daysOfMonth(2000, Number(String(input).slice(0, 2)))} days at most`,
  });

export const idol = fields({
  id: idolId,
  team: wordId,
  /** Her number; unique in the pack. */
  number: wholeNumber(1, 999),
  name: text(40),
  birthday: birthday.optional(),
  hobby: text(60).optional(),
  profile: text(200),
  portraitSeed: artSeed,
});

export type Team = z.output<typeof team>;
export type Idol = z.output<typeof idol>;

/** The contrast of white text on a colour `#rrggbb`, from 1 to 21, after WCAG 2.2 (relative luminance and contrast ratio). */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
