import { converter, interpolate, wcagContrast } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandColours } from './colours.rules.ts';

const enough = 4.5;
const white = '#ffffff';
const between = (from: string, to: string) => [0, 0.25, 0.5, 0.75, 1].map((share) => interpolate([from, to])(share));
const toOklch = converter('oklch');

const anyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('whatever the colours, texts read in both themes, on buttons, steps, and the stage under its lights', () => {
  fc.assert(
    fc.property(
      anyColour,
      fc.option(anyColour, { nil: undefined }),
      fc.option(fc.record({ from: anyColour, to: anyColour }), { nil: undefined }),
      (main, second, stage) => {
        const { light, dark } = brandColours({ main, second, stage });
        const on = (tokens: Readonly<Record<string, string>>, grounds: string[]) =>
          [...grounds, tokens['brand-soft'] ?? ''].map((ground) => wcagContrast(tokens['brand'] ?? '', ground));
        const token = (name: string) => light[name] ?? '';
        const hall = between(token('stage-from'), token('stage-to'));
        const lit = ['stage-glow-warm', 'stage-glow-cool'].flatMap((glow) =>
          hall.flatMap((point) => [0.25, 0.5, 0.75, 1].map((share) => interpolate([point, token(glow)])(share))),
        );
        const beamed = [...hall, ...lit].map((point) => wcagContrast(white, interpolate([point, white])(0.1)));
        const button = ['action', 'step'].flatMap((part) =>
          between(token(`${part}-from`), token(`${part}-to`)).map((point) => wcagContrast(white, point)),
        );
        const first = between(token('step-first'), token('step-to')).map((point) => wcagContrast(white, point));
        const all = [
          ...on(light, ['#ffffff', '#f8f5fb']),
          ...on(dark, ['#1b1527', '#110d19']),
          ...button,
          ...first,
          ...beamed,
        ];
        expect(Math.min(...all)).toBeGreaterThanOrEqual(enough);
      },
    ),
    { numRuns: 60 },
  );
});

test('whatever the colour, the one logo of mails shows on their light and on their dark ground', () => {
  fc.assert(
    fc.property(anyColour, (main) => {
      const { logo } = brandColours({ main });
      expect(Math.min(...['#f8f5fb', '#110d19'].map((ground) => wcagContrast(logo, ground)))).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('a colour that reads is shown as it is given', () => {
  const { light, corrections } = brandColours({ main: '#5B21B6', stage: { from: '#5b21b6', to: '#1e1b4b' } });
  expect(light).toMatchObject({ brand: '#5b21b6', 'stage-from': '#5b21b6', 'stage-to': '#1e1b4b' });
  expect(corrections.map(({ message }) => message)).toEqual([expect.stringContaining('for texts of the dark theme')]);
});

test('a colour that does not read keeps its hue, and the correction says by how much it was moved', () => {
  const { light, dark, corrections } = brandColours({ main: '#ffd400', second: '#0f7a6c' });
  const hue = (colour: string | undefined) => toOklch(colour ?? '')?.h ?? 0;
  expect(Math.abs(hue(light['brand']) - hue('#ffd400'))).toBeLessThan(6);
  expect(dark['brand']).toBe('#ffd400');
  expect(corrections).toEqual([
    {
      field: ['main'],
      message: expect.stringMatching(
        /too little contrast for texts of the light theme; #[0-9a-f]{6} is shown there: lightness 0\.53, not 0\.88$/,
      ) as string,
    },
    { field: ['main'], message: expect.stringContaining('below the white letters of buttons') as string },
  ]);
});
