import * as z from 'zod';
import type { Job } from '#/jobs/job.ts';
import { stretchOf } from '#/jobs/stretch-of.ts';
import type { Services } from '#/services.ts';
import { rewardInvites } from './reward-invites.ts';

const name = 'reward-invites';
const entry = z.object({ newcomerId: z.int(), inviterId: z.int(), isEarned: z.boolean() });

/** Pays the invites of newcomers who have had a vote counted, every minute, so that voting itself is spared the work. */
export function rewardInvitesJob(services: Pick<Services, 'db' | 'log' | 'clock'>): Job {
  const { db, clock } = services;
  return {
    name,
    schedule: '* * * * *',
    run: (payload) => rewardInvites(services, clock.now(), stretchOf({ db, name, entry }, payload)),
  };
}
