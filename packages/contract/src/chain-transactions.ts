import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { why } from './operators.ts';
import { count, instant, page, pageOf } from './primitives.ts';

/** A transaction of the platform on the chain. */
const chainTransaction = z.object({
  transactionId: z.string(),
  purpose: z.enum(['mint', 'testCoin']),
  state: z.enum(['waiting', 'sent', 'confirmed', 'impossible']),
  /** The piece of a mint, as edition and serial; null for test coins. */
  subject: z.string().nullable(),
  sender: z.string().nullable(),
  nonce: z.int().nonnegative().nullable(),
  /** The newest signed form, or the one that was mined. */
  hash: z.string().nullable(),
  /** The reason why it is impossible. */
  reason: z.string().nullable(),
  queuedAt: instant,
  settledAt: instant.nullable(),
});

export const chainTransactionEndpoints = {
  'GET /operator/api/v1/chain/transactions': {
    summary: 'Open transactions on the chain and impossible mints, oldest first, and what keeps each key from sending.',
    auth: 'operator',
    safe: true,
    roles: ['editor', 'moderator', 'auditor'],
    scope: 'chain',
    query: page,
    data: pageOf(chainTransaction).extend({
      senders: z.array(z.object({ address: z.string(), trouble: z.string().nullable(), since: instant.nullable() })),
    }),
    errors: [],
  },
  'POST /operator/api/v1/chain/retry': {
    summary: 'Sends an impossible mint again, after its cause is removed.',
    auth: 'operator',
    roles: ['editor', 'moderator'],
    scope: 'chain',
    idempotency: 'required',
    body: z.object({ transactionId: count, why }),
    data: z.object({ transactionId: z.string() }),
    errors: ['CHAIN_TRANSACTION_NOT_IMPOSSIBLE'],
  },
} as const satisfies Record<Route, Endpoint>;
