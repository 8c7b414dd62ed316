export { notify } from './notify.ts';
export { remindOfExpiryJob } from './remind-of-expiry.ts';
export { noticePersonalData } from './notices.view.ts';
export { noticeRoutes } from './notices.routes.ts';
export { forgetNoticesJob } from './forget-notices.ts';
