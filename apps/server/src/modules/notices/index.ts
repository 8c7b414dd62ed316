import type { Module } from '#/services.ts';
import { forgetNoticesJob, remindOfExpiryJob } from './notices.jobs.ts';
import { noticeRoutes } from './notices.routes.ts';
import { digestRoutes } from './digest.routes.ts';
import { pushRoutes } from './push.routes.ts';
import { sendDigestsJob } from './send-digests.ts';
import { sendPushesJob } from './send-pushes.ts';
import { noticePersonalData } from './notices.view.ts';

export { notify } from './notices.store.ts';
export { tellFans } from './tell-fans.ts';

export const notices = {
  routes(server, services) {
    noticeRoutes(server, services);
    pushRoutes(server, services);
    digestRoutes(server, services);
  },
  jobs: (services) => [
    forgetNoticesJob(services),
    remindOfExpiryJob(services),
    sendPushesJob(services),
    sendDigestsJob(services),
  ],
  personalData: () => [noticePersonalData],
} satisfies Module;
