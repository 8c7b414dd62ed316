import type { Module } from '#/services.ts';
import { followingRoutes, type FollowingServices } from './following.routes.ts';
import { followingPersonalData } from './following.view.ts';

export const following = {
  routes: followingRoutes,
  personalData: () => [followingPersonalData],
} satisfies Module<FollowingServices>;
