import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { socialMode } from './social.ts';

export const systemEndpoints = {
  'GET /config': {
    summary: 'Public run-time settings, so that one build serves every deployment.',
    auth: 'public',
    safe: true,
    data: z.object({
      publicUrl: z.string(),
      mainSiteUrl: z.string().nullable(),
      rechargeUrl: z.string().nullable(),
      /** The prefix of picture addresses without a host; null for this server. */
      assetBaseUrl: z.string().nullable(),
      chainId: z.int(),
      /** The explorer of that chain, to which a path like `/tx/0x…` is added. */
      explorerUrl: z.string(),
      /** Whether NFTs can leave custody. */
      mintsNfts: z.boolean(),
      humanCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().nullable() }),
      /** The mode of each provider of linked accounts. */
      social: z.object({ twitter: socialMode, discord: socialMode }),
      /** The zone (IANA name) at whose midnight daily and weekly tasks reset. */
      timeZone: z.string(),
      homeVariant: z.enum(['web', 'app']),
      /** Whether the web app sends analytics, and to which Google Analytics property in addition. */
      analytics: z.object({ enabled: z.boolean(), gtagId: z.string().nullable() }),
      /** The election on the home screen. */
      currentActivityId: z.string().nullable(),
      /** Whether fans and votes of a content pack's simulation are among the real ones. */
      isDemo: z.boolean(),
    }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
