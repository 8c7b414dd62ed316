import type { Theme } from './environment.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** The colour of an idol's team as text and marks, and as a ground; both as `#rrggbb`. */
export type Tint = { readonly idol: string; readonly soft: string };

type Ground = {
  /** The surfaces of tokens.css on which the tint is read. */
  readonly surfaces: readonly string[];
  /** The text that is read on the soft ground beside the tint. */
  readonly mute: string;
  /** The share of the colour in the soft ground, at most. */
  readonly softShare: number;
  /** What the colour is mixed with until it reads. */
  readonly towards: Colour;
};

/** tint.test.ts compares them with tokens.css; the first surface is what the soft ground is mixed with. */
export const grounds: Readonly<Record<Theme, Ground>> = {
  light: {
    surfaces: ['#ffffff', '#f8f5fb', '#f1ebf7'],
    mute: '#665c78',
    softShare: 0.14,
    towards: [0, 0, 0],
  },
  dark: {
    surfaces: ['#1b1527', '#110d19', '#271f38'],
    mute: '#b4a8c7',
    softShare: 0.26,
    towards: [255, 255, 255],
  },
};

/** AA for text of any size. */
const enough = 4.5;
const steps = 50;

/** Computes the tint of a team's colour in a theme: as much of the colour as keeps every text on it and in it readable. */
export function tintOf(colour: string, theme: Theme): Tint {
  const { surfaces, mute, softShare, towards } = grounds[theme];
  const [given, [ground = given]] = [parse(colour), surfaces.map(parse)];
  const soft = firstThat((step) => mix(given, ground, softShare * (1 - step)), [parse(mute)]);
  const idol = firstThat((step) => mix(towards, given, step), [...surfaces.map(parse), soft]);
  return { idol: format(idol), soft: format(soft) };
}

/** Returns the first of fifty steps from 0 to 1 that reads with all others. Steps end in what always does. */
function firstThat(at: (step: number) => Colour, others: readonly Colour[]): Colour {
  for (let step = 0; step < steps; step += 1) {
    const colour = rounded(at(step / steps));
    if (others.every((other) => contrast(colour, other) >= enough)) return colour;
  }
  return rounded(at(1));
}

/** Returns the contrast of two colours as WCAG 2.2 defines it. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes `share` of one colour with another. */
function mix(one: Colour, other: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share);
  return [channel(0), channel(1), channel(2)];
}

function rounded([red, green, blue]: Colour): Colour {
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

function parse(colour: string): Colour {
  const channel = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) || 0;
  return [channel(1), channel(3), channel(5)];
}

function format(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
