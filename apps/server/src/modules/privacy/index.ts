import type { Module } from '#/services.ts';
import { eraseFansJob } from './erase-fans.ts';
import { privacyRoutes, type RecordsOfModules } from './privacy.routes.ts';

export { type ErasedAgain, eraseFansAgain, keepErasedLists } from './erase-fans.ts';
export { readErasedList } from './erased-list.ts';

export const privacy = {
  routes: privacyRoutes,
  jobs: (given) => [eraseFansJob(given, given.records)],
} satisfies Module<RecordsOfModules, RecordsOfModules>;
