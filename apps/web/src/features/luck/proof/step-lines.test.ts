import { expect, test } from 'vitest';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { stepLines } from './step-lines.ts';

const t: Translate = (id) => id;

test('a step shows what it has compared, and what is not revealed yet', () => {
  const seed = { commitment: 'aa', seed: null, computed: null };
  expect(stepLines({ step: 'seed', ok: 'notYet', detail: seed }, t)).toEqual([
    ['proof.value.promised', 'aa'],
    ['proof.value.seed', 'proof.value.notYet'],
    ['proof.value.computed', 'proof.value.notYet'],
  ]);
  expect(stepLines({ step: 'stock', ok: true, detail: { drawn: [1, 2000], left: [0, 5] } }, t)).toEqual([
    ['proof.value.drawn', '1 · 2,000'],
    ['proof.value.left', '0 · 5'],
  ]);
});

test('a difference is shown by its place, counted from 1, and only where there is one', () => {
  const detail = { seed: 'aa', drawn: [], differsAt: null };
  expect(stepLines({ step: 'winners', ok: true, detail }, t)).toHaveLength(2);
  expect(stepLines({ step: 'winners', ok: false, detail: { ...detail, differsAt: 0 } }, t)[2]).toEqual([
    'proof.value.differsAt',
    '1',
  ]);
});
