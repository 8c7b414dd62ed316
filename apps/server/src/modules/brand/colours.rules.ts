import { converter, formatHex, interpolate, type Oklch, toGamut, wcagContrast } from 'culori';

/** The colours that an organiser gives, as `#0f7a6c`. */
export type GivenColours = {
  readonly main: string;
  readonly second?: string | undefined;
  readonly stage?: { readonly from: string; readonly to: string } | undefined;
};

/** A colour that would not read, and what is shown instead. */
export type Correction = {
  /** The path of the field in `colours`. */
  readonly field: readonly string[];
  readonly message: string;
};

export type BrandColours = {
  /** By name of the token, without its dashes. */
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
  /** The logo of mails, which is one picture for both themes. */
  readonly logo: string;
  readonly corrections: readonly Correction[];
};

/** What the style sheet of the web app has in each theme. */
const grounds = { light: ['#ffffff', '#f8f5fb'], dark: ['#1b1527', '#110d19'] } as const;
type Theme = keyof typeof grounds;

/** AA asks for 4.5 for text of any size (WCAG 2.2, 1.4.3); browsers round what they mix. */
const enough = 4.55;
/** AA asks for 3 for pictures (1.4.11). */
const enoughForPictures = 3.05;
const white = '#ffffff';
/** How much of white the beams of the stage add. */
const beam = 0.1;
/** Finds a lightness to a thousandth. */
const halvings = 10;

/**
 * Computes the tokens of both themes in OKLCH. A colour with which a text would fail WCAG AA keeps its hue and gets
 * another lightness.
 */
export function brandColours({ main, second, stage }: GivenColours): BrandColours {
  const light = accentOf(main, 'light');
  const dark = accentOf(main, 'dark');
  const button = [main, second ?? turned(main, 28)].map((end) => darkened(end, readsOnButton));
  const hall = stage ? [stage.from, stage.to] : [inHall(main, 0.43), inHall(second ?? turned(main, -42), 0.31)];
  const [from = '', to = ''] = hall.map((end) => darkened(end, readsOnStage));
  const [warm = '', cool = ''] = [from, to].map((end) => darkened(lightOver(end), readsOnStage));
  const [actionFrom = '', actionTo = ''] = button;
  return {
    light: {
      brand: light.shown,
      'brand-soft': light.soft,
      'action-from': actionFrom,
      'action-to': actionTo,
      'stage-from': from,
      'stage-to': to,
      'stage-glow-warm': warm,
      'stage-glow-cool': cool,
      'step-from': mixed(to, white, beam),
      'step-first': mixed(warm, to, 0.5),
      'step-to': to,
    },
    dark: { brand: dark.shown, 'brand-soft': dark.soft },
    logo: moved(light.shown, { towards: 1, reads: showsInTheDark }),
    corrections: [
      ...corrected(['main'], { given: main, shown: light.shown, where: 'for texts of the light theme' }),
      ...corrected(['main'], { given: main, shown: dark.shown, where: 'for texts of the dark theme' }),
      ...corrected(['main'], { given: main, shown: actionFrom, where: 'below the white letters of buttons' }),
      ...(second === undefined
        ? []
        : corrected(['second'], { given: second, shown: actionTo, where: 'below the white letters of buttons' })),
      ...(stage ? corrected(['stage', 'from'], { given: stage.from, shown: from, where: onStage }) : []),
      ...(stage ? corrected(['stage', 'to'], { given: stage.to, shown: to, where: onStage }) : []),
    ],
  };
}

const onStage = 'below the white letters of the stage';

/** Returns the colour of texts, icons and outlines in a theme, and the ground of what is chosen. */
function accentOf(main: string, theme: Theme): { readonly shown: string; readonly soft: string } {
  const { c, h } = oklch(main);
  const soft =
    theme === 'light'
      ? hexOf({ l: 0.948, c: Math.min(c, 0.028), h })
      : hexOf({ l: 0.265, c: Math.min(c / 2, 0.055), h });
  const below = [...grounds[theme], soft];
  const reads = (colour: string) => below.every((ground) => wcagContrast(colour, ground) >= enough);
  return { shown: moved(main, { towards: theme === 'light' ? 0 : 1, reads }), soft };
}

/** Returns a colour of the brand as dark as a hall. */
function inHall(colour: string, l: number): string {
  const { c, h } = oklch(colour);
  return hexOf({ l, c: Math.min(c, 0.16), h });
}

/** Returns the light that falls on an end of the stage. */
function lightOver(end: string): string {
  const { l, c, h } = oklch(end);
  return hexOf({ l: Math.max(l, 0.54), c: Math.min(c * 1.25, 0.21), h });
}

function turned(colour: string, degrees: number): string {
  const { l, c, h } = oklch(colour);
  return hexOf({ l, c, h: (h + degrees + 360) % 360 });
}

const readsOnButton = (colour: string) => wcagContrast(white, colour) >= enough;
const readsOnStage = (colour: string) => wcagContrast(white, mixed(colour, white, beam)) >= enough;

/** What is no darker than this needs is far from too light for the light theme. */
const showsInTheDark = (colour: string) => wcagContrast(colour, grounds.dark[1]) >= enoughForPictures;

/** Mixes as style sheets do: channel by channel in sRGB. */
function mixed(bottom: string, top: string, share: number): string {
  return formatHex(interpolate([bottom, top])(share));
}

/** A gradient is nowhere lighter than at its lighter end, so each end decides for itself. */
const darkened = (colour: string, reads: (colour: string) => boolean) => moved(colour, { towards: 0, reads });

type Move = { readonly towards: 0 | 1; readonly reads: (colour: string) => boolean };

/** Moves the lightness of a colour by as little as makes it read. */
function moved(colour: string, { towards, reads }: Move): string {
  if (reads(colour)) return colour.toLowerCase();
  const { l, c, h } = oklch(colour);
  let near = l;
  let far: number = towards;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (near + far) / 2;
    if (reads(hexOf({ l: middle, c, h }))) far = middle;
    else near = middle;
  }
  return hexOf({ l: far, c, h });
}

type Shown = { readonly given: string; readonly shown: string; readonly where: string };

function corrected(field: readonly string[], { given, shown, where }: Shown): Correction[] {
  if (given.toLowerCase() === shown) return [];
  const [before, after] = [given, shown].map((colour) => oklch(colour).l.toFixed(2));
  const message =
    `is "${given}", which has too little contrast ${where}; ` +
    `${shown} is shown there: lightness ${after}, not ${before}`;
  return [{ field, message }];
}

type Parts = Required<Pick<Oklch, 'l' | 'c' | 'h'>>;
const toOklch = converter('oklch');
const intoGamut = toGamut('rgb', 'oklch');

function oklch(colour: string): Parts {
  const parts = toOklch(colour);
  if (!parts) throw new Error(`${colour} is no colour.`);
  // Greys have no hue.
  return { l: parts.l, c: parts.c, h: parts.h ?? 0 };
}

/** Writes the colour of sRGB that is nearest. */
function hexOf(parts: Parts): string {
  return formatHex(intoGamut({ mode: 'oklch', ...parts }));
}
