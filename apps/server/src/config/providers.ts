import type { socialProviders } from '@lightstick/contract';

/** A company whose accounts fans can link. */
export type SocialProvider = (typeof socialProviders)[number];

/** As people call them. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { twitter: 'X', discord: 'Discord' };

/** BNB Smart Chain's test network, on which everything of the product that is on a chain happens. */
export const chainId = 97;
