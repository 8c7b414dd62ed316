import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The origins that this server announces: its public address, and on a development server its local ones. A redirect may
 * lead to these alone.
 */
export function ownOrigins({ server, services: { settings } }: FastifyInstance): string[] {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const local = port === undefined ? [] : settings.localHosts.map((host) => new URL(`http://${host}:${port}`).origin);
  return [...new Set([settings.publicUrl, ...local])];
}

/** The announced origin that a request was sent to, so that its fan returns there; else the public one. */
export function ownOriginOf({ host, server }: Pick<FastifyRequest, 'host' | 'server'>): string {
  const origins = ownOrigins(server);
  return origins.find((origin) => new URL(origin).host === host) ?? server.services.settings.publicUrl;
}
