export { artRoutes } from './art.routes.ts';
export { coverUrl, portraitUrl, SEED_PATTERN } from './art-url.ts';
