import type { Module } from '#/services.ts';
import { forgetNoticesJob, remindOfExpiryJob } from './notices.jobs.ts';
import { noticeRoutes } from './notices.routes.ts';
import { noticePersonalData } from './notices.view.ts';

export { notify } from './notices.store.ts';
export { tellFans } from './tell-fans.ts';

export const notices = {
  routes: noticeRoutes,
  jobs: (services) => [forgetNoticesJob(services), remindOfExpiryJob(services)],
  personalData: () => [noticePersonalData],
} satisfies Module;
