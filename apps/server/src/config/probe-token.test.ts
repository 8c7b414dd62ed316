import { expect, it } from 'vitest';
import { isProbeToken, issueProbeToken } from './probe-token.ts';
import { createServerKeys } from './server-keys.ts';

const keys = createServerKeys('a secret that only tests know, 44 letters.');
const now = new Date('2026-11-30T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

it('A token holds for a minute at a server with the same secret, whose clock may differ a little.', () => {
  const token = issueProbeToken(keys, now);
  expect([after(-30), now, after(59)].map((at) => isProbeToken(keys, token, at))).toEqual([true, true, true]);
  expect([after(60), after(-61)].map((at) => isProbeToken(keys, token, at))).toEqual([false, false]);
});

it('A token of another secret, a changed one and any other text are none.', () => {
  const stranger = createServerKeys('another secret that only tests know, too.');
  const token = issueProbeToken(keys, now);
  const changed = token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
  for (const wrong of [issueProbeToken(stranger, now), changed, '', 'x', token.slice(0, 20)]) {
    expect(isProbeToken(keys, wrong, now)).toBe(false);
  }
});
