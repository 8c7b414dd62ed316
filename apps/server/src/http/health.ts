import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { isProbeToken, probeHeader } from '#/config/probe-token.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { machineClock } from '#/lib/clock.ts';
import { addressOf } from '#/lib/network-of.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import { clientAddressOf } from './request-headers.ts';

/** Whether this process should get requests, as /readyz reports. */
export type Health = {
  /** Makes /readyz fail from now on, so that load balancers leave before the port closes. */
  beginShutdown(): void;
  readonly isShuttingDown: boolean;
  /** Adds a condition of readiness. */
  require(name: string, holds: () => Promise<boolean>): void;
  /** Returns the names of the failing conditions. */
  failing(): Promise<string[]>;
};

const patienceMs = 2_000;

export function createHealth({ pool }: { readonly pool: Pool }): Health {
  const requirements = new Map<string, () => Promise<boolean>>([
    ['database', async () => (await pool.query('SELECT 1')).rowCount === 1],
  ]);
  let shuttingDown = false;
  return {
    beginShutdown() {
      shuttingDown = true;
    },
    get isShuttingDown() {
      return shuttingDown;
    },
    require(name, holds) {
      requirements.set(name, holds);
    },
    async failing() {
      if (shuttingDown) return ['shutting down'];
      const outcomes = await Promise.all(
        [...requirements].map(async ([name, holds]) => ((await holdsInTime(holds)) ? [] : [name])),
      );
      return outcomes.flat();
    },
  };
}

/** Returns whether a condition holds in time. An unknown state counts as failing; the failing part logs the reason. */
async function holdsInTime(holds: () => Promise<boolean>): Promise<boolean> {
  const { promise: outOfPatience, resolve } = Promise.withResolvers<boolean>();
  const timer = machineClock.after(patienceMs, () => resolve(false));
  try {
    return await Promise.race([holds().catch(() => false), outOfPatience]);
  } finally {
    timer.cancel();
  }
}

/** Registers liveness, readiness and metrics, for operators. */
export function systemPages(server: FastifyInstance): void {
  const { health, hold, metrics, settings } = server.services;
  const headers = { ...server.apiHeaders, 'cache-control': 'no-store' };
  const failingNow = createSingleFlight(machineClock, () => health.failing());

  const config = { rate: 'probe' } as const;
  const keys = createServerKeys(settings.serverSecret);

  server.get('/healthz', { config }, (request, reply) => {
    const token = request.headers[probeHeader];
    const isDoctor = typeof token === 'string' && isProbeToken(keys, token, machineClock.now());
    return reply.headers(headers).send({ status: 'alive', ...(isDoctor && { arrived: arrivalOf(request) }) });
  });

  server.get('/readyz', { config }, async (_request, reply) => {
    // Shared, so that any number of callers costs the database two queries a second.
    const failing = health.isShuttingDown ? await health.failing() : await failingNow.current();
    return reply
      .code(failing.length === 0 ? 200 : 503)
      .headers(headers)
      .send({ status: failing.length > 0 ? 'not ready' : hold.isHeld() ? 'held' : 'ready', failing });
  });

  const { metricsToken } = settings;
  // Without a token, metrics are only served on METRICS_PORT, which is not public.
  if (metricsToken === undefined) return;
  server.get('/metrics', { config }, async (request, reply) => {
    reply.headers(headers);
    if (!isBearer(request.headers.authorization, metricsToken)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('A bearer token is needed.\n');
    }
    return reply.type(metrics.shown.contentType).send(await metrics.shown.metrics());
  });
}

/** How a request arrived: the address that fans are counted by, the last machine's, and what proxies wrote. */
export type Arrival = { readonly address: string; readonly from: string; readonly forwardedFor: string };

function arrivalOf(request: FastifyRequest): Arrival {
  const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(', ');
  return { address: clientAddressOf(request), from: addressOf(request.socket.remoteAddress ?? ''), forwardedFor };
}

/** Compares hashes of equal length, so that the duration reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
