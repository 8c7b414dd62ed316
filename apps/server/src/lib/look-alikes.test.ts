import { expect, it } from 'vitest';
import { inLatinLetters, skeletonOf } from './look-alikes.ts';

it.each([
  ['evil.cоm', 'evil.com'],
  ['ΑΒΕ', 'ABE'],
  ['ɡооd', 'good'],
  ['Ꮮіɡht', 'Light'],
  ['café', 'cafe'],
  ['が 가 हि', 'が 가 हि'],
  ['螢光棒 plain text 123', '螢光棒 plain text 123'],
])('%j is in Latin letters %j', (text, letters) => expect(inLatinLetters(text)).toBe(letters));

it.each([
  ['Lightstick', 'L1ɡhtst|ck'],
  ['admin', 'ΑDRN!N'],
  ['wave', 'vv4ve'],
  ['Ill', '1lI'],
])('%j looks like %j', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)));

it('other texts have other skeletons', () => expect(skeletonOf('mina')).not.toBe(skeletonOf('nina')));
