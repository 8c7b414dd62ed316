/** A deterministic random source: equal seed and topic give the same sequence. */
export type SeededRandom = {
  /** A number in [0, 1). */
  next: () => number;
  /** A number in [low, high). */
  between: (low: number, high: number) => number;
  /** One of the choices, uniformly. */
  pick: <Choice>(choices: readonly [Choice, ...Choice[]]) => Choice;
  /** True with the given probability. */
  chance: (probability: number) => boolean;
};

/** Hashes a text by MurmurHash3's mixing steps to an unsigned 32-bit number. */
export function hashText(text: string): number {
  let hash = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Creates the sequence of a seed and topic, by Mulberry32. Each topic (hair, outfit, …) has its own sequence, so that a
 * change of one never changes another.
 */
export function randomFromSeed(seed: string, topic: string): SeededRandom {
  let state = hashText(`${seed}/${topic}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}
