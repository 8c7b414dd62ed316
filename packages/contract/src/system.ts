import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';

export const systemEndpoints = {
  'GET /config': {
    summary: 'Public run-time settings, so that one build serves every deployment.',
    auth: 'public',
    data: z.object({
      publicUrl: z.string(),
      mainSiteUrl: z.string().nullable(),
      rechargeUrl: z.string().nullable(),
      chainId: z.int(),
      humanCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().nullable() }),
      homeVariant: z.enum(['web', 'app']),
      /** The election that the home screen opens with. */
      currentActivityId: z.string().nullable(),
    }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
