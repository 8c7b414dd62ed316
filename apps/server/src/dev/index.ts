import type { FastifyInstance } from 'fastify';
import { createSocialServices } from '#/modules/tasks/index.ts';
import { sandboxStyle } from './sandbox-pages.ts';
import type { Services } from '#/services.ts';
import { chainExplorerRoutes } from './chain-explorer.ts';
import { devPages } from './dev-pages.ts';
import { inboxRoutes } from './inbox.ts';
import { demoFormRoutes } from './demo-form/demo-form.routes.ts';
import { sandboxRoutes } from './social-sandbox/sandbox.routes.ts';

export { startCrowd } from './simulation/crowd.ts';
export { simulatePack } from './simulation/simulate-pack.ts';

export { createDevelopmentMailer } from './inbox.ts';

/** Serves the replacements of real providers (mailbox, social networks, a form, an explorer of the local chain), and the development pages. */
export async function devRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.config = { rate: 'usual', ...route.config }));
    if (!services.settings.smtpUrl) inboxRoutes(scope, services);
    sandboxStyle(scope);
    sandboxRoutes(scope, createSocialServices(services));
    demoFormRoutes(scope, services);
    chainExplorerRoutes(scope, services);
    await devPages(scope);
  });
}
