import type { Module } from '#/services.ts';
import { cheerRoutes, type CheerServices } from './cheers.routes.ts';
import { cheerPersonalData } from './cheers.view.ts';

export const cheers = { routes: cheerRoutes, personalData: () => [cheerPersonalData] } satisfies Module<CheerServices>;
