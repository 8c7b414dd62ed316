import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Module, PersonalData, Services } from '#/services.ts';
import { deliverWebhooksJob } from './deliver-webhooks.ts';
import { forgetOldWebhooks } from './deliveries.store.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  resendDelivery,
  rotateSecret,
  testEndpoint,
} from './manage-endpoints.ts';
export { publishWebhooks } from './publish-webhooks.ts';
export { type Alert, recordEvent } from './record-event.ts';
export { readDeliveries, readEndpoints } from './webhooks.view.ts';

const keptMs = 30 * 24 * 60 * 60_000;

function webhookJobs(services: Pick<Services, 'db' | 'clock' | 'log' | 'settings'>): Job[] {
  const { db, clock } = services;
  return [
    deliverWebhooksJob(services),
    scheduledJob('forget-webhooks', () => {
      const at = clock.now();
      return forgetOldWebhooks(db, { at, before: new Date(at.getTime() - keptMs) });
    }),
  ];
}

const personalData: PersonalData = {
  erased: [],
  kept: {
    webhook_event: 'It tells of orders and held claims by their ids, names no fan, and is deleted after 30 days.',
  },
};

export const webhooks = {
  routes: webhookRoutes,
  jobs: webhookJobs,
  personalData: () => [personalData],
} satisfies Module;
