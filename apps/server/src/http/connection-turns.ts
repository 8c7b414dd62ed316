import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { Refusal } from '#/errors.ts';
import { inCall, createTurns, type EndTurn, type Turns } from '#/lib/turns.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { Fan, Operator } from './caller.ts';
import { clientAddressOf } from './request-headers.ts';
import { machineClock } from '#/lib/clock.ts';

/** Calls of a fan or an operator that take turns: one that may change something, and a few that only read. */
const writesOfCaller = 1;
const readsOfCaller = 3;
/** The same of a network's calls without a token, among which a crowd may sign in. */
const writesOfNetwork = 3;
const readsOfNetwork = 6;

/** Waiting calls of one queue; a caller's own have a lower limit, that of concurrent calls. */
const mostWaiting = 1000;
/** The longest wait, below the grace in which a call that arrived before a close is still written. */
const longestWaitMs = 8_000;

/** How a route waits; created once per route. */
export type RouteTurns = <Result>(asking: TurnRequest, work: () => Promise<Result>) => Promise<Result>;

type TurnRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: { readonly fan?: Fan | undefined; readonly operator?: Operator | undefined };
  /** Names what the call locks and many callers want, such as the seats of a room: one call at a time gets a connection. */
  readonly lock?: string | undefined;
};

type Route = { readonly route: string; readonly isSafe: boolean };
export type ConnectionTurns = (route: Route) => RouteTurns;

type TurnStep = { readonly turns: Turns; readonly key: string; readonly isOwn?: true };

/**
 * Lets the calls of this process wait in memory until they may take a connection. Each caller has a few connections. A call
 * that may change something then waits for its lock and for a place of its route. So writing calls never hold all connections,
 * and reads always have some. All calls pass the queues in one order, so no two calls wait for each other.
 * @param options.connections the size of the pool
 * @param options.factor multiplies the bounds of networks, as it does every rate
 */
export function createConnectionTurns(options: {
  readonly connections: number;
  readonly factor: number;
  readonly registry: Registry;
}): ConnectionTurns {
  const { connections, factor } = options;
  const turns = (atOnce: number) => createTurns(Math.max(1, Math.floor(atOnce)), mostWaiting);
  const queues = {
    writesOfCaller: turns(writesOfCaller),
    readsOfCaller: turns(readsOfCaller),
    writesOfNetwork: turns(writesOfNetwork * factor),
    readsOfNetwork: turns(readsOfNetwork * factor),
    locks: turns(1),
    routes: turns(connections / 4),
    writes: turns((connections * 2) / 3),
  };
  new Gauge({
    name: 'lightstick_calls_waiting',
    help: 'Calls that wait for their turn at the database, without a connection.',
    labelNames: ['queue'],
    registers: [options.registry],
    collect() {
      for (const [queue, { waiting }] of Object.entries(queues)) this.set({ queue }, waiting);
    },
  });

  function stepsOf({ route, isSafe }: Route, { request, caller, lock }: TurnRequest): readonly TurnStep[] {
    const { fan, operator } = caller;
    const own = fan ? `fan ${fan.id}` : operator && `operator ${operator.id}`;
    const key = own ?? networkOf(clientAddressOf(request));
    if (isSafe) return [{ turns: own ? queues.readsOfCaller : queues.readsOfNetwork, key, isOwn: true }];
    return [
      { turns: own ? queues.writesOfCaller : queues.writesOfNetwork, key, isOwn: true },
      ...(lock === undefined ? [] : [{ turns: queues.locks, key: lock }]),
      { turns: queues.routes, key: route },
      { turns: queues.writes, key: 'all' },
    ];
  }

  return (route) => async (asking, work) => {
    let steps: readonly TurnStep[] | undefined;
    let hasBegun = false;
    let isOver = false;
    const scope = {
      async turnAtDatabase() {
        // What a call leaves behind, such as a stream's ticker, belongs to all.
        if (isOver) return () => undefined;
        // Most calls of a storm take no connection of their own.
        steps ??= stepsOf(route, asking);
        const end = await takeAll(steps, asking.reply.raw, !hasBegun);
        hasBegun = true;
        return end;
      },
    };
    try {
      return await inCall(scope, work);
    } finally {
      isOver = true;
    }
  };
}

/**
 * Takes the turns one after the other, or none.
 * @param mayGiveUp whether the wait ends when the client goes away, because the call has done nothing yet
 */
async function takeAll(steps: readonly TurnStep[], client: ServerResponse, mayGiveUp: boolean): Promise<EndTurn> {
  const ends: EndTurn[] = [];
  const endAll = () => {
    for (const end of ends.toReversed()) end();
  };
  let wait: TurnWait | undefined;
  for (const { turns, key, isOwn } of steps) {
    const free = turns.tryTake(key);
    if (free) {
      ends.push(free);
      continue;
    }
    wait ??= beginWait(client, mayGiveUp);
    try {
      ends.push(await turns.take(key, wait.signal));
    } catch {
      wait.end();
      endAll();
      throw isOwn ? new Refusal('TOO_MANY_REQUESTS', { seconds: 2 }) : new Refusal('OVERLOADED');
    }
  }
  wait?.end();
  return endAll;
}

type TurnWait = { readonly signal: AbortSignal; end(): void };

/** Begins the wait of a call, until its deadline or until its client goes away. */
function beginWait(client: ServerResponse, mayGiveUp: boolean): TurnWait {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const deadline = machineClock.after(longestWaitMs, abort);
  if (mayGiveUp) {
    client.once('close', abort);
    if (client.destroyed) abort();
  }
  return {
    signal: giveUp.signal,
    end() {
      deadline.cancel();
      client.off('close', abort);
    },
  };
}
