import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { accountId, line } from './primitives.ts';

/** Providers of linked accounts. X keeps the name from the specification. */
export const socialProviders = ['twitter', 'discord'] as const;

/** `live`: the real provider; `sandbox`: the server's own, for development; `off`: linking is disabled. */
export const socialMode = z.enum(['live', 'sandbox', 'off']);

/**
 * The social accounts a fan has linked; one is linked when its name is present. A token is an opaque id of the link, new
 * with every linking: the provider's own tokens never leave the server. `userReceiveTaskStatus` tells whether the fan
 * receives the rewards of every social task: it is false while an account is linked that earned such rewards for another
 * fan, because an account earns a task once.
 */
export const mediaInfo = z.object({
  discordName: z.string().nullable(),
  twitterName: z.string().nullable(),
  twitterToken: z.uuid().nullable(),
  discordToken: z.uuid().nullable(),
  userReceiveTaskStatus: z.boolean(),
});

const own = z.object({ accountId });

/** The parameters of the provider's redirect: `code` after consent, otherwise an OAuth `error`. */
const comingBack = z
  .object({
    accountId: accountId.optional(),
    state: line.min(1).max(128),
    code: line.min(1).max(2048).optional(),
    error: line.min(1).max(128).optional(),
  })
  .refine(({ code, error }) => (code === undefined) !== (error === undefined), {
    error: expectation({
      en_US: 'must be given, or else error, but not both',
      zh_TW: '必須提供，或改為提供 error，但不可兩者皆有',
    }),
    path: ['code'],
  });

const walk = z.object({
  /** The provider's consent page, which redirects to `/social-callback` within ten minutes. */
  url: z.string(),
});

const beginErrors = ['SOCIAL_UNAVAILABLE', 'SOCIAL_ALREADY_BOUND'] as const;
const bindErrors = [
  ...beginErrors,
  'SOCIAL_LINK_INVALID',
  'SOCIAL_DENIED',
  'SOCIAL_ACCOUNT_TAKEN',
  'SOCIAL_ACCOUNT_WAITING',
] as const;

export const socialEndpoints = {
  'POST /task/api/v1/twitter/requestTokenLink': {
    summary: 'Starts linking an X account: returns the address of the page on which the fan consents.',
    auth: 'fan',
    body: own,
    data: walk,
    errors: beginErrors,
  },
  'POST /task/api/v1/twitter/getTokenAndBind': {
    summary: 'Links the X account with which the fan consented. Code and state can be used once.',
    auth: 'fan',
    body: comingBack,
    data: mediaInfo,
    errors: bindErrors,
  },
  'POST /task/api/v1/twitter/getLatestTweetId': {
    summary: "The latest post of the organiser's X account, as the fan's linked account sees it.",
    auth: 'fan',
    body: own,
    data: z.object({
      /** Null when there is no post yet. */
      tweetId: z.string().nullable(),
      /** The post, or the account while there is no post. */
      url: z.string(),
      accountName: z.string(),
      accountUrl: z.string(),
    }),
    errors: ['SOCIAL_UNAVAILABLE', 'SOCIAL_NOT_BOUND', 'SOCIAL_ACCESS_LOST'],
  },
  'POST /task/api/v1/twitter/unBindTwitter': {
    summary: 'Unlinks the X account. Another fan can link it only after a waiting time.',
    auth: 'fan',
    body: own,
    data: mediaInfo,
    errors: ['SOCIAL_NOT_BOUND'],
  },
  'POST /task/api/v1/discord/requestLoginLink': {
    summary: 'Starts linking a Discord account: returns the address of the page on which the fan consents.',
    auth: 'fan',
    body: own,
    data: walk,
    errors: beginErrors,
  },
  'POST /task/api/v1/discord/getTokenAndBind': {
    summary: 'Links the Discord account with which the fan consented. Code and state can be used once.',
    auth: 'fan',
    body: comingBack,
    data: mediaInfo,
    errors: bindErrors,
  },
  'POST /task/api/v1/discord/unBindDiscord': {
    summary: 'Unlinks the Discord account. Another fan can link it only after a waiting time.',
    auth: 'fan',
    body: own,
    data: mediaInfo,
    errors: ['SOCIAL_NOT_BOUND'],
  },
  'POST /task/api/v1/task/getMediaInfo': {
    summary: 'The social accounts that the fan has linked.',
    auth: 'fan',
    safe: true,
    body: own,
    data: mediaInfo,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
