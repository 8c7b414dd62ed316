import { contract, type Endpoint, type RouteName } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';

/** Whether the platform is held: restored, and not yet opened by an operator. It is never held again while it runs. */
export type Hold = {
  isHeld(): boolean;
  /** Runs at once, or as soon as the platform is open. */
  whenOpen(run: () => void): void;
};

export const neverHeld: Hold = {
  isHeld: () => false,
  whenOpen: (run) => run(),
};

const endpoints: Readonly<Partial<Record<string, Endpoint>>> = contract satisfies Record<RouteName, Endpoint>;
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what may change anything while the platform is held: calls that the contract does not call safe, and other writes. */
export function refuseWhileHeld(server: FastifyInstance): void {
  const { hold } = server.services;
  server.addHook('onRequest', (request, _reply, done) => {
    if (!hold.isHeld()) return done();
    const endpoint = endpoints[request.routeOptions.config.route ?? ''];
    const isSafe = endpoint ? endpoint.safe === true : readingMethods.has(request.method);
    done(isSafe ? undefined : new Refusal('PLATFORM_HELD'));
  });
}
