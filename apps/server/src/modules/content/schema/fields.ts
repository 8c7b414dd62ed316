import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, screenRoutes } from '@lightstick/contract';
import * as z from 'zod';
import { type Photo, type PhotoFrame, photoNameOf, SEED_PATTERN } from '#/modules/art/index.ts';
import { daysTooMany, packTimeExpectation, parsePackTime } from '../pack-time.ts';

/*
 * In these schemas an error's text is what was expected there; the reader puts what it found before it. So "a whole
 * number above zero" becomes: `price: is "cheap"; expected a whole number above zero`.
 */

/** Makes a map with these fields and no others. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `one of ${names}` : `a map with ${names}`),
  });
}

/** What the schemas know of the pack that is read. */
type PackContext = {
  /** The language of a pack that has one language only. */
  readonly language: Language | undefined;
  /** The files of the folder `pictures` by their names. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Gets each photo that an entry names. */
  readonly photos: Map<string, Photo>;
};

/** Holds the context while a pack is read; without one every text is in both languages, and there are no photos. */
export const packContext = new AsyncLocalStorage<PackContext>();

/** Makes a value in both languages. In a pack of one language a value of that language, or a bare one, stands for both. */
export function inBothLanguages<Value extends z.ZodType>(value: Value) {
  return z.preprocess(standForBoth, fields({ en_US: value, zh_TW: value }));
}

function standForBoth(raw: unknown): unknown {
  const language = packContext.getStore()?.language;
  if (language === undefined || raw === undefined || raw === null) return raw;
  if (typeof raw !== 'object' || Array.isArray(raw)) return { en_US: raw, zh_TW: raw };
  if (Object.keys(raw).join() !== language) return raw;
  const [value] = Object.values(raw);
  return { en_US: value, zh_TW: value };
}

/** Makes a text in both languages, each of at most `charactersMax` characters. */
export function text(charactersMax: number) {
  const error = `a text of 1 to ${charactersMax} characters`;
  return inBothLanguages(z.string({ error }).trim().min(1, { error }).max(charactersMax, { error }));
}

export function wholeNumber(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: `one of ${choices.join(', ')}` });
}

export function listOf<Item extends z.ZodType>(item: Item, most: number) {
  const error = `a list of 1 to ${most}`;
  return z.array(item, { error }).min(1, { error }).max(most, { error });
}

/** Stops further checks of a value that does not match. */
const matchPattern = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error, abort: true });

/** An id that only the pack refers to. */
export const wordId = matchPattern(
  /^[a-z0-9][a-z0-9-]{0,47}$/,
  'lower-case letters, digits and hyphens, such as ticket-ten',
);

/** The id of an idol: a number, as receipts contain it. */
export const idolId = matchPattern(/^[1-9][0-9]{0,8}$/, "digits in quotes, such as '101'");

/** The id of an activity is also its voting period in the ledger. */
export const activityId = matchPattern(
  /^(?:[1-9][0-9]{0,4}|1[0-9]{5})$/,
  "a number from 1 to 199999 in quotes, such as '1004'",
);

export const region = matchPattern(/^[A-Z]{2}$/, 'a region in two capital letters after ISO 3166-1, such as TW');

export const artSeed = matchPattern(SEED_PATTERN, 'a seed of lower-case letters, digits and hyphens, such as mira-h3');

const percent = z.number({ error: 'a number from 0 to 100' }).min(0).max(100);
const focusExpectation = 'percent from the left and from the top, such as [50, 30]';

/** Makes the place of a photo in the pack; its output is the name of the photo. */
function photo(frame: PhotoFrame) {
  const place = fields({
    file: z.string({ error: 'the name of a file in the folder pictures' }),
    alt: text(160),
    /** What stays in the middle. Faces are above the middle of a portrait. */
    focus: z.tuple([percent, percent], { error: focusExpectation }).default(frame === 'portrait' ? [50, 35] : [50, 50]),
  });
  return place.transform(({ file: name, alt, focus }, context) => {
    const { pictures, photos } = packContext.getStore() ?? {
      pictures: new Map<string, Uint8Array>(),
      photos: new Map(),
    };
    const file = pictures.get(name);
    if (!file) {
      const known = pictures.size > 0 ? [...pictures.keys()].join(', ') : 'which has none';
      context.addIssue({ code: 'custom', path: ['file'], message: `a file of the folder pictures: ${known}` });
      return z.NEVER;
    }
    const photoName = photoNameOf(file, frame, focus);
    photos.set(photoName, { name: photoName, file, frame, focus, alt });
    return photoName;
  });
}

type SeedField = `${string}Seed`;
type PhotoField<Seed extends SeedField> = Seed extends `${infer Name}Seed` ? `${Name}Photo` : never;

/**
 * Makes a map as `fields` does, with a picture: the seed of a drawing, or a photo in the field that ends in Photo instead
 * of Seed. Both come out in the field of the seed.
 * @param seedWithout gives the seed of a map that needs no picture, undefined of others
 */
export function fieldsWithPicture<Shape extends z.ZodRawShape, Seed extends SeedField>(
  seedField: Seed,
  frame: PhotoFrame,
  shape: Shape,
  seedWithout?: (value: z.output<z.ZodObject<Shape>>) => string | undefined,
) {
  const photoField = seedField.replace(/Seed$/, 'Photo') as PhotoField<Seed>;
  const picture = { [seedField]: artSeed.optional(), [photoField]: photo(frame).optional() };
  const expected = `either ${seedField}, the seed of a drawing, or ${photoField}`;
  return fields({ ...shape, ...picture }).transform((value, context) => {
    const { [seedField]: given, [photoField]: photoName, ...others } = value as Record<string, unknown>;
    const isWithout = given === undefined && photoName === undefined;
    const seed = isWithout ? seedWithout?.(others as z.output<z.ZodObject<Shape>>) : given;
    if ((seed === undefined) === (photoName === undefined)) {
      context.addIssue({ code: 'custom', path: [seedField], message: expected });
      return z.NEVER;
    }
    return { ...others, [seedField]: seed ?? photoName } as z.output<z.ZodObject<Shape>> & Record<Seed, string>;
  });
}

const reservedAssets = new Set(['POINT', 'TEST_COIN']);
const assetExpectation = `an asset name such as MEET_VOTE_2 that is not ${[...reservedAssets].join(' or ')}`;
export const assetName = matchPattern(/^[A-Z][A-Z0-9_]{1,31}$/, assetExpectation).refine(
  (name) => !reservedAssets.has(name),
  {
    error: assetExpectation,
  },
);

export const packTime = z.string({ error: packTimeExpectation }).transform((written, context) => {
  const time = parsePackTime(written);
  if (time) return time;
  context.addIssue({ code: 'custom', message: daysTooMany(written) ?? packTimeExpectation });
  return z.NEVER;
});

const screens: ReadonlySet<string> = new Set(screenRoutes);

/** A screen of the app, with an optional query or anchor, or an https address of another site. */
export const link = matchPattern(
  /^(?:\/(?!\/)\S*|https:\/\/[^\s/.]+\.[^\s/]\S*)$/,
  'a path such as /mall or an https:// address',
)
  .max(500, { error: 'at most 500 characters' })
  .refine((address) => address.startsWith('https:') || screens.has(address.replace(/[?#].*/s, '')), {
    error: `an https:// address or a screen of the app, one of ${screenRoutes.join(', ')}`,
  });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const timeZoneExpectation = 'an IANA time zone such as Asia/Taipei';
export const timeZone = z.string({ error: timeZoneExpectation }).refine(isTimeZone, { error: timeZoneExpectation });

const minuteMs = 60_000;

/** Makes a duration in minutes, from 1. */
export function minutes(most: number, error: string) {
  return z.string({ error }).transform((written, context) => {
    const time = written.startsWith('P') ? parsePackTime(`+${written}`) : undefined;
    const number = time ? time.ms / minuteMs : 0;
    if (number >= 1 && number <= most) return number;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}
