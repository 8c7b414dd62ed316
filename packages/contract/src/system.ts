import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { socialMode } from './social.ts';

export const systemEndpoints = {
  'GET /config': {
    summary: 'Public run-time settings, so that one build serves every deployment.',
    auth: 'public',
    data: z.object({
      publicUrl: z.string(),
      mainSiteUrl: z.string().nullable(),
      rechargeUrl: z.string().nullable(),
      /** What pictures' addresses begin with that name no host themselves; null: this server. */
      assetBaseUrl: z.string().nullable(),
      chainId: z.int(),
      humanCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().nullable() }),
      /** Where social accounts can be linked, and whether really. */
      social: z.object({ twitter: socialMode, discord: socialMode }),
      /** The zone (IANA name) by whose midnight daily and weekly tasks turn. */
      timeZone: z.string(),
      homeVariant: z.enum(['web', 'app']),
      /** Whether the web app measures itself, and for which property of Google Analytics besides our own. */
      analytics: z.object({ enabled: z.boolean(), gtagId: z.string().nullable() }),
      /** The election that the home screen opens with. */
      currentActivityId: z.string().nullable(),
    }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
