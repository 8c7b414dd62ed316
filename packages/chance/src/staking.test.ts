import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StakingPeriod, type StakingStep, verifyStaking } from './staking.ts';

type Line = readonly [weight: bigint | number, share: bigint | number];

type Given = { readonly pool: number; readonly lines: readonly Line[]; readonly change?: (file: string) => string };

const periodId = '2026-11-23';

/**
 * Makes a settled period as the server publishes it, with its file; `change` alters the file before its hash is taken.
 */
function given({ pool, lines, change = (file) => file }: Given) {
  const totalWeight = String(lines.reduce((sum, [weight]) => sum + BigInt(weight), 0n));
  const rows = ['lightstick/staking/v1', periodId, pool, totalWeight, ...lines.map((line) => line.join(' '))];
  const file = new TextEncoder().encode(change(rows.map((row) => `${row}\n`).join('')));
  const period: StakingPeriod = {
    periodId,
    startsAt: '2026-11-22T16:00:00.000Z',
    endsAt: '2026-11-29T16:00:00.000Z',
    pool,
    totalWeight,
    stakers: lines.length,
    settledAt: '2026-11-29T16:00:07.000Z',
    isReturned: lines.length === 0,
    hash: createHash('sha256').update(file).digest('hex'),
  };
  return { period, file };
}

const findBroken = ({ steps }: { steps: readonly StakingStep[] }) =>
  steps.filter(({ ok }) => ok !== true).map(({ step }) => step);

const verify = (plan: Given) => {
  const { period, file } = given(plan);
  return verifyStaking(period, file);
};

describe('a settled staking period', () => {
  test.each<readonly [name: string, pool: number, lines: readonly Line[]]>([
    [
      'divides without a rest',
      100,
      [
        [300, 75],
        [100, 25],
      ],
    ],
    [
      'gives the rest to the largest remainders',
      100,
      [
        [1, 17],
        [2, 33],
        [3, 50],
      ],
    ],
    [
      'gives the rest to the earlier line of equal remainders',
      10,
      [
        [1, 4],
        [1, 3],
        [1, 3],
      ],
    ],
    [
      'may give nothing to a light weight',
      1,
      [
        [1000, 1],
        [1, 0],
      ],
    ],
    ['of one fan is all theirs', 7, [[150, 7]]],
    ['without a stake goes back', 5000, []],
    [
      'is exact beyond 2^53',
      Number.MAX_SAFE_INTEGER,
      [
        [10n ** 21n, Number.MAX_SAFE_INTEGER],
        [1, 0],
      ],
    ],
    [
      'is exact in the last of 2^53',
      Number.MAX_SAFE_INTEGER,
      [
        [1, 4503599627370496n],
        [1, 4503599627370495n],
      ],
    ],
  ])('%s', (_, pool, lines) => {
    const checked = verify({ pool, lines });
    expect(findBroken(checked)).toEqual([]);
    expect(checked.lines).toHaveLength(lines.length);
  });

  test('shows how many Points went out by remainder', () => {
    const { steps } = verify({
      pool: 10,
      lines: [
        [1, 4],
        [1, 3],
        [1, 3],
      ],
    });
    expect(steps.at(-1)).toEqual({ step: 'parts', ok: true, detail: { rest: 1, differsAt: null } });
  });

  test.each<readonly [name: string, plan: Given, steps: readonly string[]]>([
    [
      'a share moved to another line',
      {
        pool: 100,
        lines: [
          [300, 74],
          [100, 26],
        ],
      },
      ['parts'],
    ],
    [
      'the rest given to the later of two equals',
      {
        pool: 3,
        lines: [
          [1, 1],
          [1, 2],
        ],
      },
      ['parts'],
    ],
    [
      'a Point kept back',
      {
        pool: 100,
        lines: [
          [300, 75],
          [100, 24],
        ],
      },
      ['pool', 'parts'],
    ],
    ['weights of nothing', { pool: 3, lines: [[0, 3]] }, ['parts']],
    [
      'another period in the file',
      { pool: 4, lines: [[1, 4]], change: (file) => file.replace('11-23', '11-16') },
      ['period'],
    ],
    ['another format', { pool: 4, lines: [[1, 4]], change: (file) => file.replace('v1', 'v2') }, ['format']],
    [
      'a line without its end',
      { pool: 4, lines: [[1, 4]], change: (file) => file.slice(0, -1) },
      ['format', 'period', 'weights', 'pool'],
    ],
    ['a line that is no pair of numbers', { pool: 4, lines: [[1, 4]], change: (file) => `${file}x 1\n` }, ['format']],
  ])('is not found sound with %s', (_, plan, steps) => {
    expect(findBroken(verify(plan))).toEqual(steps);
  });

  test('is not found sound when anything published differs from the file', () => {
    const { period, file } = given({
      pool: 100,
      lines: [
        [300, 75],
        [100, 25],
      ],
    });
    const findBrokenAfter = (change: Partial<StakingPeriod>) =>
      findBroken(verifyStaking({ ...period, ...change }, file));
    expect(findBrokenAfter({ hash: '00'.repeat(32) })).toEqual(['hash']);
    expect(findBrokenAfter({ periodId: '2026-11-16' })).toEqual(['period']);
    expect(findBrokenAfter({ stakers: 3 })).toEqual(['period']);
    expect(findBrokenAfter({ totalWeight: '401' })).toEqual(['weights']);
    expect(findBrokenAfter({ isReturned: true })).toEqual(['pool']);
    expect(findBrokenAfter({ pool: 101 })).toEqual(['period', 'pool', 'parts']);
  });

  test('gives each fan their exact part, at most one Point from it, and the pool in full', () => {
    const weights = fc.array(fc.bigInt(1n, 10n ** 20n), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (pool, drawn) => {
        const total = drawn.reduce((sum, weight) => sum + weight, 0n);
        const shares = modelShares(pool, drawn);
        expect(
          findBroken(verify({ pool, lines: drawn.map((weight, place) => [weight, shares[place] ?? 0n]) })),
        ).toEqual([]);
        for (const [place, weight] of drawn.entries()) {
          const over = (shares[place] ?? 0n) * total - BigInt(pool) * weight;
          expect(over > -total && over < total).toBe(true);
        }
      }),
    );
  });
});

/**
 * Shares Points one by one: the next one goes to the weight that is furthest below its part, of equals to the first.
 */
function modelShares(pool: number, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => (BigInt(pool) * weight) / total);
  for (let left = BigInt(pool) - shares.reduce((sum, share) => sum + share, 0n); left > 0n; left--) {
    const lacking = weights.map((weight, place) => BigInt(pool) * weight - (shares[place] ?? 0n) * total);
    const place = lacking.reduce((best, lack, at) => (lack > (lacking[best] ?? 0n) ? at : best), 0);
    shares[place] = (shares[place] ?? 0n) + 1n;
  }
  return shares;
}
