import type { Module } from '#/services.ts';
import { followingRoutes, type FollowingServices } from './following.routes.ts';
import { notifyOfOvertakesJob } from './notify-of-overtakes.ts';
import { followingPersonalData } from './following.view.ts';

export { listFollowers } from './following.view.ts';

export const following = {
  routes: followingRoutes,
  jobs: (services) => [notifyOfOvertakesJob(services)],
  personalData: () => [followingPersonalData],
} satisfies Module<FollowingServices>;
