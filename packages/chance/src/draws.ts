import { most, type Stream } from './stream.ts';

/** The largest total of a split: twice it must not exceed what a stream can draw from. */
export const mostToSplit = most / 2;

/**
 * Picks `k` of the numbers below `n`, none twice, in the order of the draw: a Fisher–Yates shuffle that stops after `k`
 * swaps and keeps only what moved.
 * @throws RangeError if `k` exceeds `n`
 */
export function pick({ below }: Stream, n: number, k: number): number[] {
  if (k > n) throw new RangeError(`${k} of ${n} cannot be drawn`);
  const moved = new Map<number, number>();
  return Array.from({ length: k }, (_, i) => {
    const j = i + below(n - i);
    const drawn = moved.get(j) ?? j;
    moved.set(j, moved.get(i) ?? i);
    return drawn;
  });
}

/**
 * Draws up to `k` places in `weights`, in the order of the draw: x = below(sum), then weights are subtracted from x
 * until one exceeds it. The drawn place leaves with its whole weight. Fewer than `k` come back when all weight is gone.
 * @throws RangeError if the sum exceeds 2^48
 */
export function drawWeighted({ below }: Stream, weights: readonly number[], k: number): number[] {
  const left = [...weights];
  const { find, take, sum } = sumsOf(left);
  const drawn: number[] = [];
  while (drawn.length < k && sum() > 0) {
    const place = find(below(sum()));
    drawn.push(place);
    take(place, left[place] ?? 0);
    left[place] = 0;
  }
  return drawn;
}

/**
 * Draws one place in `weights`, as `drawWeighted` draws its first. It suits short lists, of which one unit leaves at a
 * time.
 * @throws RangeError if there is no weight, or the sum exceeds 2^48
 */
export function drawOne({ below }: Stream, weights: readonly number[]): number {
  let x = below(sumOf(weights));
  return weights.findIndex((weight) => {
    x -= weight;
    return x < 0;
  });
}

/**
 * Splits a total at random into parts of at least 1 whose mean is the same at each place.
 * @throws RangeError unless 1 ≤ parts ≤ total ≤ 2^47
 */
export function split({ below }: Stream, total: number, parts: number): number[] {
  if (!(1 <= parts && parts <= total && total <= mostToSplit)) {
    throw new RangeError(`${total} cannot be split into ${parts} parts`);
  }
  const shares: number[] = [];
  let rest = total;
  for (let i = parts; i > 1; i--) {
    const share = 1 + below(Math.max(1, Math.floor((2 * rest) / i) - 1));
    shares.push(share);
    rest -= share;
  }
  shares.push(rest);
  for (let i = parts - 1; i > 0; i--) {
    const j = below(i + 1);
    [shares[i], shares[j]] = [shares[j] as number, shares[i] as number];
  }
  return shares;
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Makes a Fenwick tree, which finds a place and takes its weight in log n steps, where walking the weights takes n. */
function sumsOf(weights: readonly number[]) {
  const n = weights.length;
  // Node i has the sum of the weights of the lowest set bit of i, up to place i − 1.
  const tree = new Float64Array(n + 1);
  for (let i = 1; i <= n; i++) {
    tree[i] = (tree[i] ?? 0) + (weights[i - 1] ?? 0);
    const parent = i + (i & -i);
    if (parent <= n) tree[parent] = (tree[parent] ?? 0) + (tree[i] ?? 0);
  }
  const highest = 2 ** (31 - Math.clz32(n));
  let sum = sumOf(weights);

  function find(sought: number): number {
    let x = sought;
    let place = 0;
    for (let step = highest; step >= 1; step /= 2) {
      const node = tree[place + step];
      if (node !== undefined && node <= x) {
        place += step;
        x -= node;
      }
    }
    return place;
  }

  function take(place: number, weight: number) {
    sum -= weight;
    for (let i = place + 1; i <= n; i += i & -i) tree[i] = (tree[i] ?? 0) - weight;
  }

  return { find, take, sum: () => sum };
}
