import { expect, it } from 'vitest';
import { scopesOfRole, tokenLifetimeOf } from './tokens.rules.ts';

it.each([
  ['1d', 1],
  ['90d', 90],
  ['12w', 84],
  ['52w', 364],
  ['365d', 365],
])('reads %s as %i days', (text, days) => {
  expect(tokenLifetimeOf(text)).toBe(days * 86_400_000);
});

it.each(['', '0d', '90', 'd', '-1d', '1.5d', '366d', '53w', '1y', '90 d', '90d '])(
  'reads no time from "%s"',
  (text) => {
    expect(tokenLifetimeOf(text)).toBeUndefined();
  },
);

it('gives a role the areas in which it may make a call, and no other', () => {
  expect(scopesOfRole('editor')).toContain('forms');
  expect(scopesOfRole('moderator')).not.toContain('forms');
  expect(scopesOfRole('editor')).not.toContain('votes');
  expect(scopesOfRole('auditor')).toContain('acts');
});
