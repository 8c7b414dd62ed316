import type { Language } from '@lightstick/contract';

/**
 * A run of every test in every look would take twice as long and show little more, so each journey is walked in as many
 * looks as its texts deserve. `EVERY_LOOK=1` walks all of them, before a release or after a change of the design.
 */
const isEveryLook = Boolean(process.env['EVERY_LOOK']);

/** Whether pictures are taken for people to look at, in `shots/`: with `SHOTS=1`, as sharp as on a phone. */
export const takesPictures = Boolean(process.env['SHOTS']);

type Look = { readonly language: Language; readonly theme: 'light' | 'dark' };

/** Between the first two, each language and each theme is met once; between the others too. */
const pairs: readonly (readonly [Look, Look])[] = [
  [
    { language: 'en_US', theme: 'light' },
    { language: 'zh_TW', theme: 'dark' },
  ],
  [
    { language: 'en_US', theme: 'dark' },
    { language: 'zh_TW', theme: 'light' },
  ],
];

/** The looks of a long list of screens, with what is seen in each: every screen in both languages and both themes. */
export function looksOf<Screen>(
  screens: readonly Screen[],
): readonly (Look & { readonly screens: readonly Screen[] })[] {
  return pairs.flatMap((pair, index) =>
    pair.map((look) => ({
      ...look,
      screens: screens.filter((_, place) => isEveryLook || place % pairs.length === index),
    })),
  );
}

/** The looks of one screen: both languages and both themes. */
export const looks: readonly Look[] = isEveryLook ? pairs.flat() : (pairs[0] ?? []);

/** The look of a long journey that its neighbours walk in the other one too. */
export const sideLooks: readonly Look[] = isEveryLook ? pairs.flat() : (pairs[0]?.slice(1) ?? []);

/** The languages of what hardly speaks for itself, such as refusals beside the road: the one that is forgotten first. */
export const sideLanguages: readonly Language[] = isEveryLook ? ['en_US', 'zh_TW'] : ['zh_TW'];
