import { arrivalsMs } from './arrivals.ts';
import type { NextCall } from './closed-loop.ts';
import { HttpConnection } from './http-connection.ts';
import { keepScore, type LoopResult } from './score.ts';

export type OpenLoop = {
  readonly callsPerSecond: number;
  /** Connections at hand; a call that finds none idle waits, and its waiting is part of its latency. */
  readonly connections: number;
  readonly settleMs: number;
  readonly measureMs: number;
};

/**
 * Calls arrive by the clock, as independent fans do (a Poisson process), regardless of the calls before. Latency counts
 * from the instant at which a call was due, so a stall is felt by all who came during it.
 */
export async function runOpenLoop(port: number, nextCall: NextCall, loop: OpenLoop): Promise<LoopResult> {
  const idle = await Promise.all(Array.from({ length: loop.connections }, () => HttpConnection.open(port)));
  const dueMs: number[] = [];
  const arrivals = arrivalsMs(loop.callsPerSecond);
  const startMs = performance.now();
  const beginMs = startMs + loop.settleMs;
  const endMs = beginMs + loop.measureMs;
  const score = keepScore(beginMs);
  const { promise: everyCallAnswered, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let nextDueMs = startMs + arrivals.next().value;

  async function work(connection: HttpConnection, due: number): Promise<void> {
    const { call, request } = nextCall();
    const reply = await connection.request(request.text);
    request.heard?.(reply);
    if (reply.code !== 0) score.refused(reply.code);
    else if (due >= beginMs) score.succeeded(call, reply, performance.now() - due);
    idle.push(connection);
    send();
  }

  function send(): void {
    while (dueMs.length > 0) {
      const connection = idle.pop();
      if (connection === undefined) return;
      work(connection, dueMs.shift() as number).catch(fail);
    }
    if (nextDueMs >= endMs && idle.length === loop.connections) finish();
  }

  function arrive(): void {
    const nowMs = Math.min(performance.now(), endMs);
    for (; nextDueMs <= nowMs && nextDueMs < endMs; nextDueMs = startMs + arrivals.next().value) dueMs.push(nextDueMs);
    send();
    if (nextDueMs < endMs) setTimeout(arrive, 1);
  }

  arrive();
  await everyCallAnswered;
  for (const connection of idle) connection.close();
  return score.read(endMs);
}
