import { screenRoutes } from '@lightstick/contract';

/**
 * Every route of the product, including those beneath `/snh48vote`; without `/social-callback`, which only X and Discord
 * redirect to (`social-accounts.spec.ts`).
 */
export const routes = [...screenRoutes, '/live/studio', '/login', '/forgot-password', '/unsubscribe'] as const;
