import { join } from 'node:path';
import type { Language } from '@lightstick/contract';

/**
 * `system/every-route.spec.ts` and `system/every-screen.spec.ts` show every screen in both languages and both themes; all else
 * is walked in one look. `EVERY_LOOK=1` walks all in all of them, before a release or after a change of the design.
 */
export const isEveryLook = Boolean(process.env['EVERY_LOOK']);

/** Whether pictures are taken for people to look at, with `SHOTS=1`, as sharp as on a phone. */
export const takesPictures = Boolean(process.env['SHOTS']);
/** Where they are kept; none is compared with another. */
export const shots = join(import.meta.dirname, 'shots');

type Look = { readonly language: Language; readonly theme: 'light' | 'dark' };

/** Of each pair the two show each language and each theme once. */
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

/** Both languages and both themes, each once. */
export const bothLooks: readonly Look[] = isEveryLook ? pairs.flat() : (pairs[0] ?? []);

/** The look of a journey: the rarer one, because tests without a look are in English and light. */
export const looks: readonly Look[] = isEveryLook ? pairs.flat() : (pairs[0]?.slice(1) ?? []);
export const languages: readonly Language[] = isEveryLook ? ['en_US', 'zh_TW'] : ['zh_TW'];
