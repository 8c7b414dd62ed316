import type { FastifyInstance } from 'fastify';
import { createSocialServices } from '#/modules/tasks/index.ts';
import { sandboxStyle } from './sandbox-pages.ts';
import type { Services } from '#/services.ts';
import { demoFormRoutes } from './demo-form/demo-form.routes.ts';
import { sandboxRoutes } from './social-sandbox/sandbox.routes.ts';

export { simulatePack } from './simulation/simulate-pack.ts';

/** Plays the providers that a development server has instead of real ones: social networks, and a form. */
export function sandboxes(server: FastifyInstance, services: Services): void {
  sandboxStyle(server);
  sandboxRoutes(server, createSocialServices(services));
  demoFormRoutes(server, services);
}
