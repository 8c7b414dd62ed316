import { HttpConnection } from './http-connection.ts';
import { createLatencies, type Latencies } from './latencies.ts';

export type OpenLoop = {
  readonly callsPerSecond: number;
  /** Connections at hand; a call that finds none idle waits, and its waiting is part of its latency. */
  readonly connections: number;
  readonly settleMs: number;
  readonly measureMs: number;
};

export type OpenLoopResult = {
  readonly succeeded: number;
  /** The codes of the calls that did not succeed. */
  readonly refusals: readonly number[];
  readonly seconds: number;
  readonly latencies: Latencies;
};

/**
 * Calls arrive by the clock, as independent fans do (a Poisson process), whatever became of the calls before. Latency
 * counts from the instant at which a call was due, so a stall is felt by all who came during it.
 */
export async function runOpenLoop(port: number, nextRequest: () => string, loop: OpenLoop): Promise<OpenLoopResult> {
  const idle = await Promise.all(Array.from({ length: loop.connections }, () => HttpConnection.open(port)));
  const latencies = createLatencies();
  const dueMs: number[] = [];
  const startMs = performance.now();
  const beginMs = startMs + loop.settleMs;
  const endMs = beginMs + loop.measureMs;
  const { promise: everyCallAnswered, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let nextDueMs = startMs;
  let succeeded = 0;
  const refusals: number[] = [];

  async function call(connection: HttpConnection, due: number): Promise<void> {
    const reply = await connection.request(nextRequest());
    if (reply.code !== 0) refusals.push(reply.code);
    else if (due >= beginMs) {
      succeeded += 1;
      latencies.record(performance.now() - due);
    }
    idle.push(connection);
    send();
  }

  function send(): void {
    while (dueMs.length > 0) {
      const connection = idle.pop();
      if (connection === undefined) return;
      call(connection, dueMs.shift() as number).catch(fail);
    }
    if (nextDueMs >= endMs && idle.length === loop.connections) finish();
  }

  function arrive(): void {
    const nowMs = Math.min(performance.now(), endMs);
    for (; nextDueMs <= nowMs && nextDueMs < endMs; nextDueMs += exponentialGapMs(loop.callsPerSecond))
      dueMs.push(nextDueMs);
    send();
    if (nextDueMs < endMs) setTimeout(arrive, 1);
  }

  arrive();
  await everyCallAnswered;
  for (const connection of idle) connection.close();
  return { succeeded, refusals, seconds: loop.measureMs / 1000, latencies: latencies.read() };
}

function exponentialGapMs(perSecond: number): number {
  return (-Math.log(1 - Math.random()) / perSecond) * 1000;
}
