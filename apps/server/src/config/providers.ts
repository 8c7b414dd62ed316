import type { socialProviders } from '@lightstick/contract';

/** A provider whose accounts fans can link. */
export type SocialProvider = (typeof socialProviders)[number];

/** Display names. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { twitter: 'X', discord: 'Discord' };

/** BNB Smart Chain's test network, which all on-chain features use. */
export const chainId = 97;
