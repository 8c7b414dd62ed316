import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { nft } from './orders.ts';
import { amount, id, instant, shownPrice } from './primitives.ts';

/** The terms of moving NFTs from custody to a wallet. */
const moveTerms = z.object({
  /** False without a chain: then every NFT stays in custody. */
  isOpen: z.boolean(),
  /**
   * The wallet to which a move goes: that of a wallet account, or the one that an email account has linked; null
   * without one.
   */
  wallet: z.string().nullable(),
  /** The fee of one move, in Points. */
  fee: amount,
  movesPerDay: z.int().nonnegative(),
  movesLeft: z.int().nonnegative(),
  /** The time at which the day ends and the moves begin again. */
  nextAt: instant,
});

/** Moves of NFTs from custody to the fan's wallet. */
export const nftMoveEndpoints = {
  'POST /wallet/api/v1/pointsMall/getMoveTerms': {
    summary: 'What moving an NFT to the wallet costs, where it goes, and how many moves are left today.',
    auth: 'fan',
    safe: true,
    body: z.object({}).default({}),
    data: moveTerms,
    errors: [],
  },
  'POST /wallet/api/v1/pointsMall/moveToWallet': {
    summary:
      'Moves an NFT from custody to the wallet. It cannot be undone. The fee is paid with the answer; ' +
      'the NFT is on its way until the chain confirms it.',
    auth: 'fan',
    idempotency: 'required',
    /** `fee` is the fee that the caller was shown. */
    body: z.object({ goodsId: id, serial: z.int().positive(), fee: shownPrice }),
    data: nft.extend({ feePaid: amount, pointsLeft: amount, movesLeft: z.int().nonnegative() }),
    errors: [
      'NFT_STAYS_IN_CUSTODY',
      'NFT_NOT_FOUND',
      'NFT_LEFT_CUSTODY',
      'NFT_WALLET_MISSING',
      'NFT_MOVES_USED_UP',
      'NFT_FEE_CHANGED',
      'INSUFFICIENT_POINTS',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
