import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastOf, grounds, tintOf } from './tint.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = read('../app/tokens.css');
const demo = '../../../../content/demo';

/** The colour of a token in a theme; the dark block follows the light one. */
function token(theme: 'light' | 'dark', name: string): string {
  const block = tokens.slice(theme === 'dark' ? tokens.indexOf("[data-theme='dark'] {") : 0);
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? '';
}

/** The colours of the demo's teams, by team. */
const teams = new Map(
  [...read(`${demo}/teams.yaml`).matchAll(/- id: (\w+)[\s\S]*?colour: '(#[0-9a-f]{6})'/g)].map(
    ([, id = '', colour = '']) => [id, colour],
  ),
);
const idols = [...read(`${demo}/idols.yaml`).matchAll(/- id: '(\d+)'\s+team: (\w+)/g)].map(
  ([, id = '', team = '']) => ({
    id,
    colour: teams.get(team) ?? '',
  }),
);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const { surfaces, mute } = grounds[theme];

  test('the grounds are those of the design', () => {
    expect(surfaces).toEqual(['surface', 'bg', 'raise'].map((name) => token(theme, name)));
    expect(mute).toBe(token(theme, 'mute'));
  });

  /** The contrast of the least readable pair. */
  const leastContrast = (colour: string) => {
    const { idol, soft } = tintOf(colour, theme);
    const ofTint = [...surfaces, soft].map((ground) => contrastOf(idol, ground));
    return Math.min(...ofTint, contrastOf(mute, soft), contrastOf(token(theme, 'ink'), soft));
  };

  test.each(idols)('the light of idol $id reads on every surface', ({ colour }) => {
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    expect(leastContrast(colour)).toBeGreaterThanOrEqual(4.5);
  });

  test('so does any other', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
    const anyColour = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);
    const { counterexample } = fc.check(fc.property(anyColour, (colour) => leastContrast(colour) >= 4.5));
    expect(counterexample).toBeNull();
  });
});

test('a colour that reads stays as it is', () => {
  expect(idols).toHaveLength(24);
  expect(tintOf('#5b21b6', 'light').idol).toBe('#5b21b6');
  expect(tintOf('#c4b5fd', 'dark').idol).toBe('#c4b5fd');
});
