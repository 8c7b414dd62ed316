import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyStatic from '@fastify/static';
import { createSocialServices } from '#/modules/tasks/index.ts';
import { sandboxStyle } from './sandbox-pages.ts';
import type { Services } from '#/services.ts';
import { chainExplorerRoutes } from './chain-explorer.ts';
import { inboxRoutes } from './inbox.ts';
import { demoFormRoutes } from './demo-form/demo-form.routes.ts';
import { sandboxRoutes } from './social-sandbox/sandbox.routes.ts';
import { devPageHeaders } from '#/http/security-headers.ts';
import { dateAnswers } from './turned-time.ts';

export { startCrowd } from './simulation/crowd.ts';
export { simulatePack } from './simulation/simulate-pack.ts';

export { createDevelopmentMailer } from './inbox.ts';
export { takeTimeFromParent } from './turned-time.ts';

/** Serves the replacements of real providers (mailbox, social networks, a form, an explorer of the chain), and the dev pages. */
export async function devRoutes(server: FastifyInstance, services: Services): Promise<void> {
  if (services.settings.timeTurnedByParent) dateAnswers(server, services.clock);
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

/** A simulated host app, and the gallery of the interface. */
const names = ['host', 'gallery'];

/**
 * Serves the development pages /dev/host and /dev/gallery, with their scripts and styles under /dev/assets. Registered on
 * development servers only.
 */
async function devPages(server: FastifyInstance): Promise<void> {
  const { settings } = server.services;
  const headers = devPageHeaders(settings);

  for (const name of names) {
    server.get(`/dev/${name}`, async (_request, reply) => {
      const page = await readFile(join(settings.devPagesDir, `dev/${name}.html`), 'utf8').catch(() => undefined);
      reply.headers(headers).header('cache-control', 'no-cache');
      if (page !== undefined) return reply.type('text/html; charset=utf-8').send(page);
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The development pages are not built yet: run npm run build.\n');
    });
  }
  await server.register(fastifyStatic, {
    root: join(settings.devPagesDir, 'assets'),
    prefix: '/dev/assets/',
    decorateReply: false,
    dotfiles: 'ignore',
    redirect: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.headers(headers).header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}
