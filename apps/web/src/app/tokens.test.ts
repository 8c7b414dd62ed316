import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Colour = readonly [number, number, number];

/** The tokens of a theme: dark ones replace light ones, the rest is common. */
function tokens(theme: 'light' | 'dark'): Record<string, Colour> {
  const dark = css.slice(css.indexOf('[data-theme="dark"] {'));
  const common = css.replace(/\[data-theme="dark"\] \{[^}]*\}/, '');
  const blocks = theme === 'dark' ? [common, dark.slice(0, dark.indexOf('}'))] : [common];
  return Object.fromEntries(
    blocks.flatMap((block) =>
      [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name, hex]) => [name, colourOf(hex ?? '')]),
    ),
  ) as Record<string, Colour>;
}

const colourOf = (hex: string): Colour => {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [channel(0), channel(2), channel(4)];
};

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

/** `share` of `top` over `bottom`, which is also a point of the gradient between the two. */
const mix = (top: Colour, bottom: Colour, share: number): Colour =>
  [0, 1, 2].map((index) => (top[index] ?? 0) * share + (bottom[index] ?? 0) * (1 - share)) as unknown as Colour;

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

const along = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const gradient = (from: Colour, to: Colour) => along.map((share) => mix(to, from, share));

/** AA for text of any size. */
const enough = 4.5;
/** AA from 24 pixels on. */
const enoughForLarge = 3;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const all = tokens(theme);
  const token = (name: string): Colour => {
    const colour = all[name];
    if (!colour) throw new Error(`tokens.css has no --${name}.`);
    return colour;
  };

  test.each([
    ['ink', 'bg'],
    ['ink', 'surface'],
    ['ink', 'raise'],
    ['mute', 'bg'],
    ['mute', 'surface'],
    ['mute', 'raise'],
    ['brand', 'surface'],
    ['brand', 'bg'],
    ['brand', 'brand-soft'],
    ['ok', 'surface'],
    ['ok', 'bg'],
    ['ok', 'ok-soft'],
    ['surface', 'ok'],
    ['warn', 'surface'],
    ['warn', 'bg'],
    ['warn', 'warn-soft'],
    ['bg', 'ink'],
  ])('%s reads on %s', (text, ground) => {
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(enough);
  });

  test('white reads everywhere on a button', () => {
    for (const point of gradient(token('action-from'), token('action-to'))) {
      expect(contrast(white, point)).toBeGreaterThanOrEqual(enough);
    }
  });

  test('white reads on the stage, under its glows and with a beam across', () => {
    const beam = 0.1;
    const hall = gradient(token('stage-from'), token('stage-to'));
    const lit = [token('stage-glow-warm'), token('stage-glow-cool')].flatMap((glow) =>
      hall.flatMap((point) => gradient(point, glow)),
    );
    for (const point of [...hall, ...lit]) {
      expect(contrast(white, mix(white, point, beam))).toBeGreaterThanOrEqual(enough);
      // Chips on the stage lie on a shade of black.
      expect(contrast(white, mix(black, point, 0.3))).toBeGreaterThanOrEqual(enough);
    }
  });

  test('white reads on the steps of the podium', () => {
    for (const from of ['step-from', 'step-first']) {
      for (const point of gradient(token(from), token('step-to'))) {
        expect(contrast(white, point)).toBeGreaterThanOrEqual(enough);
      }
    }
  });

  test('the amount on a red packet reads, in large gold letters', () => {
    for (const point of gradient(token('packet-from'), token('packet-to'))) {
      expect(contrast(token('gold-from'), point)).toBeGreaterThanOrEqual(enoughForLarge);
    }
  });

  test('a place reads on its medal', () => {
    for (const medal of ['gold', 'silver', 'bronze']) {
      for (const point of gradient(token(`${medal}-from`), token(`${medal}-to`))) {
        expect(contrast(token('medal-label'), point)).toBeGreaterThanOrEqual(enough);
      }
    }
  });
});
