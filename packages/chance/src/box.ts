import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { drawOne } from './draws.ts';
import { stream } from './stream.ts';

export const boxFormat = 'lightstick/box/v1';

/** The seed of one opening: of the server's seed, and of a text that the fan's browser made after the server's promise. */
export function openingSeed(seed: Uint8Array, nonce: number, clientSeed: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`${boxFormat}\0${nonce}:${clientSeed}`));
}

/** What decides whether the next opening of a fan must bring a rare prize. */
export type Waiting = {
  /** What is left of each prize, in the document's order. */
  readonly left: readonly number[];
  readonly isRare: readonly boolean[];
  /** The fan's openings since the last rare prize. */
  readonly since: number;
  /** A rare prize comes at this opening of a fan at the latest, while there is one. */
  readonly rareWithin: number | null;
};

export type Opening = Waiting & {
  /** The server's, of the stretch. */
  readonly seed: Uint8Array;
  readonly nonce: number;
  readonly clientSeed: string;
};

/**
 * Draws the prize of one opening, and counts the fan's openings since a rare one, this one included.
 * @returns the place of the prize in `left`
 * @throws RangeError if nothing is left, or more than 2^48
 */
export function drawOpening(opening: Opening): { readonly prize: number; readonly since: number } {
  const { left, isRare } = opening;
  const weights = mustBeRare(opening) ? left.map((count, place) => (isRare[place] ? count : 0)) : left;
  const prize = drawOne(stream(openingSeed(opening.seed, opening.nonce, opening.clientSeed), 'prize'), weights);
  return { prize, since: sinceAfter(opening, prize) };
}

export function mustBeRare({ left, isRare, since, rareWithin }: Waiting): boolean {
  return rareWithin !== null && since >= rareWithin - 1 && left.some((count, place) => count > 0 && isRare[place]);
}

export function sinceAfter({ isRare, since }: Waiting, prize: number): number {
  return isRare[prize] ? 0 : since + 1;
}
