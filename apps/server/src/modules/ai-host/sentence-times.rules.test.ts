import { expect, it } from 'vitest';
import { isOnStage, spokenUntil, timed } from './sentence-times.rules.ts';

const at = new Date('2026-03-10T12:00:00.000Z');

it('sentences follow each other at the pace of their language', () => {
  const [first, second] = timed(['A sentence of thirty characters.', '九個漢字念起來要兩秒'], at);
  expect(first).toMatchObject({ startsAt: at, seconds: 2.1 });
  expect(second).toMatchObject({ startsAt: new Date(at.getTime() + 2_400), seconds: 2.2 });
});

it('no sentence flashes by', () => {
  expect(timed(['Yes.'], at)[0]?.seconds).toBe(1.5);
});

it('an answer stays for a moment after its last word', () => {
  const until = spokenUntil(['Yes.'], at).getTime();
  expect(until).toBe(at.getTime() + 1_800);
  expect(isOnStage(['Yes.'], at, new Date(until + 7_999))).toBe(true);
  expect(isOnStage(['Yes.'], at, new Date(until + 8_000))).toBe(false);
});
