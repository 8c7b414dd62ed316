export { eraseFansJob } from './erase-fans.ts';
export { privacyRoutes } from './privacy.routes.ts';
