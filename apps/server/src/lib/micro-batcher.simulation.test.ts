import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Simulation, simulate } from '../../test/ballots/simulation/simulate.ts';

const runs = 2_000;

/** Set SIMULATION_SEED to the seed of a failure to repeat that run. */
const given = process.env['SIMULATION_SEED'];
const anew = randomBytes(4).toString('hex');
const seeds = given ? [given] : Array.from({ length: runs }, (_, run) => `${anew}-${run}`);

describe('the micro-batcher in a world of faults', () => {
  it('keeps its promises, and answers every caller after all faults have healed', { timeout: 120_000 }, async () => {
    const met: Partial<Record<keyof Simulation['met'], number>> = {};
    for (const seed of seeds) {
      const simulation = await simulate(seed);
      expect(simulation.violations, `SIMULATION_SEED=${seed} npm run test:unit -- simulation`).toEqual([]);
      for (const [name, times] of Object.entries(simulation.met) as [keyof Simulation['met'], number][])
        met[name] = (met[name] ?? 0) + times;
    }
    if (given) return;
    // A simulation that never meets a fault proves nothing.
    expect(Object.entries(met).filter(([, times]) => times < runs / 10)).toEqual([]);
  });

  it('runs the same way for the same seed', async () => {
    expect(await simulate('twice')).toEqual(await simulate('twice'));
  });
});
