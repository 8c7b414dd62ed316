import { expect, it } from 'vitest';
import { randomFromSeed } from '#/lib/random-from-seed.ts';
import { LazyLots, type Part, StrictLots } from './expiry-model.ts';

const months = 24;
const actsOfMonth = 6;

type Fan = 0 | 1;
type Taken = { readonly fan: Fan; readonly amount: number; readonly parts: readonly Part[] };

/** Prepares two fans, whose lots are kept both ways. */
function givenFans() {
  const lazy = [new LazyLots(), new LazyLots()] as const;
  const strict = [new StrictLots(), new StrictLots()] as const;
  return {
    lazy,
    strict,
    payable: (fan: Fan) => Math.min(lazy[fan].free, strict[fan].free),
    credit(fan: Fan, amount: number, month: number) {
      lazy[fan].credit(amount, month);
      strict[fan].credit(amount, month);
    },
    spend(fan: Fan, amount: number): Taken {
      lazy[fan].spend(amount);
      return { fan, amount, parts: strict[fan].spend(amount) };
    },
    refund({ fan, amount, parts }: Taken, now: number) {
      lazy[fan].refund(amount, now);
      strict[fan].refund(parts, now);
    },
    hold(fan: Fan, amount: number): Taken {
      lazy[fan].hold(amount);
      return { fan, amount, parts: strict[fan].hold(amount) };
    },
    release({ fan, amount, parts }: Taken, now: number) {
      lazy[fan].release(amount, now);
      strict[fan].release(parts, now);
    },
    /** Gives a gift, whose lots the giver's lots in the ledger decide. */
    give(fan: Fan, amount: number) {
      strict[fan].spend(amount);
      for (const part of lazy[fan].give(amount)) this.credit(fan === 0 ? 1 : 0, part.amount, part.month);
    },
    sweep(month: number) {
      for (const lots of [...lazy, ...strict]) lots.sweep(month);
    },
  };
}

/**
 * Plays one history of two fans: credits, spends, refunds, holds, releases and gifts. The sweep of a month comes at
 * some act of the next one, so that requests race with it. Returns the faults, and whether both ways ever differed.
 */
function playHistory(seed: number) {
  const { next: random } = randomFromSeed(String(seed), 'expiry');
  const below = (count: number) => Math.floor(random() * count);
  const fans = givenFans();
  const spends: Taken[] = [];
  const holds: Taken[] = [];
  const seen = { harsher: false, belowZero: false, uncovered: false, differs: false };
  for (let month = 0; month < months; month += 1) {
    const sweepsAt = below(actsOfMonth);
    for (let act = 0; act < actsOfMonth; act += 1) {
      if (act === sweepsAt) fans.sweep(month - 1);
      const fan = below(2) as Fan;
      const chance = random();
      // Half of the histories have one life for all credits.
      if (chance < 0.4) fans.credit(fan, 1 + below(100), month + (seed % 2 === 0 ? 6 : below(12)));
      else if (chance < 0.62) spends.push(fans.spend(fan, Math.min(fans.payable(fan), below(120))));
      else if (chance < 0.7) for (const spend of spends.splice(below(spends.length), 1)) fans.refund(spend, month);
      else if (chance < 0.8) holds.push(fans.hold(fan, Math.min(fans.payable(fan), below(120))));
      else if (chance < 0.9) for (const hold of holds.splice(below(holds.length), 1)) fans.release(hold, month);
      else fans.give(fan, Math.min(fans.payable(fan), below(60)));
      for (const [one, lots] of fans.lazy.entries()) {
        const strictBalance = fans.strict[one as Fan].balance;
        seen.harsher ||= lots.balance < strictBalance;
        seen.belowZero ||= lots.free < 0;
        seen.uncovered ||= lots.free > lots.credited;
        seen.differs ||= lots.balance !== strictBalance;
      }
    }
  }
  return seen;
}

/** Compares what expires by the ledger's formula with strict bookkeeping, over random histories. */
export function compareWithStrictLots(histories: number): void {
  it(`expires no more than strict bookkeeping would, over ${histories} histories`, { timeout: 120_000 }, () => {
    const found = { harsher: 0, belowZero: 0, uncovered: 0, differs: 0 };
    for (let seed = 1; seed <= histories; seed += 1) {
      const seen = playHistory(seed);
      for (const what of ['harsher', 'belowZero', 'uncovered', 'differs'] as const) found[what] += seen[what] ? 1 : 0;
    }
    expect(found).toEqual({ harsher: 0, belowZero: 0, uncovered: 0, differs: expect.any(Number) });
    // Otherwise the comparison would compare a thing with itself.
    expect(found.differs).toBeGreaterThan(0);
  });
}
