export { notify } from './notices.store.ts';
export { forgetNoticesJob, remindOfExpiryJob } from './notices.jobs.ts';
export { noticePersonalData } from './notices.view.ts';
export { noticeRoutes } from './notices.routes.ts';
