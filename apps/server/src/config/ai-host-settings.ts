import * as z from 'zod';
import { nodeAddress, type Variable, whole, withoutEndSlashes } from './variable-schemas.ts';

/** The settings of the AI host. */
export const aiHostVariables = {
  AI_BASE_URL: {
    schema: nodeAddress
      .refine((address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address))
      .transform(withoutEndSlashes)
      .optional(),
    expects: 'an address like https://api.example.com/v1, without a user name; by http only of this machine',
    // Hosted gateways may have the customer's key in the path.
    secret: true,
  },
  AI_MODEL: { schema: z.string().min(1).max(200).optional(), expects: 'the name of a model' },
  AI_API_KEY: { schema: z.string().min(1).max(1000).optional(), expects: 'the key of that server', secret: true },
  AI_REQUESTS_A_DAY: { schema: whole(1, 1_000_000).default(2_000), expects: 'a whole number from 1 to 1000000' },
  AI_TOKENS_A_DAY: {
    schema: whole(1_000, 10_000_000_000).default(10_000_000),
    expects: 'a whole number from 1000 to 10000000000',
  },
} as const satisfies Record<string, Variable>;

type Values = {
  readonly AI_BASE_URL?: string | undefined;
  readonly AI_MODEL?: string | undefined;
  readonly AI_API_KEY?: string | undefined;
};

export function aiHostConflicts({ AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: key }: Values): string[] {
  if (Boolean(baseUrl) !== Boolean(model)) return ['AI_BASE_URL and AI_MODEL belong together: set both or neither.'];
  return key && !baseUrl ? ['AI_API_KEY is set without AI_BASE_URL, whose key it is: set both or neither.'] : [];
}

export function aiHostSettingsFrom(values: Values & { AI_REQUESTS_A_DAY: number; AI_TOKENS_A_DAY: number }) {
  const { AI_BASE_URL: baseUrl, AI_MODEL: name, AI_API_KEY: apiKey } = values;
  const budget = { requestsADay: values.AI_REQUESTS_A_DAY, tokensADay: values.AI_TOKENS_A_DAY };
  // Without a model the host answers by the facts alone.
  return { aiHost: { model: baseUrl && name ? { baseUrl, name, apiKey, ...budget } : undefined } };
}
