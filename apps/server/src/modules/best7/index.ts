import type { Module } from '#/services.ts';
import { type Best7Services, best7Routes } from './best7.routes.ts';
import { best7PersonalData } from './poll.view.ts';

export { pollState } from './poll.rules.ts';
export { freezeResult, hasResult } from './best7.store.ts';

export const best7 = { routes: best7Routes, personalData: () => [best7PersonalData] } satisfies Module<Best7Services>;
