import { runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { createJobs } from '#/app.ts';
import { queueOptions } from '#/jobs/queue.ts';
import type { Services } from '#/services.ts';

type Queue = { readonly ownerPool: Pool; readonly services: Services };

/** Works off every job that is due, as the server's workers do in the background. */
export async function runJobs({ ownerPool, services }: Queue): Promise<void> {
  await runOnce(queueOptions({ pool: ownerPool, log: services.log, jobs: await createJobs(services) }));
}
