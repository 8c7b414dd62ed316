import { performance } from 'node:perf_hooks';
import { HttpConnection } from './http-connection.ts';

export type Storm = {
  readonly path: string;
  /** Each of them calls once, in this order. */
  readonly tokens: readonly string[];
  readonly connections: number;
};

/** One fan's answer. Times in milliseconds: from the storm's begin to the answer, and from the call to it. */
export type StormAnswer = {
  readonly code: number;
  readonly body: string;
  readonly atMs: number;
  readonly durationMs: number;
};

export type StormResult = {
  /** The answers by the places of the tokens. */
  readonly answers: readonly StormAnswer[];
  /** The share of its time for which the generator's thread was at work. */
  readonly generatorBusy: number;
};

/**
 * Lets every fan call once, as fast as the answers come: a connection sends the next fan's call when the last was
 * answered.
 */
export async function runStorm(
  port: number,
  requests: readonly string[],
  { connections: count }: Pick<Storm, 'connections'>,
): Promise<StormResult> {
  const connections = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)));
  const answers: StormAnswer[] = [];
  const before = performance.eventLoopUtilization();
  const beginMs = performance.now();
  let next = 0;

  async function work(connection: HttpConnection): Promise<void> {
    for (let sentMs = beginMs; next < requests.length;) {
      const place = next;
      next += 1;
      const { code, body } = await connection.request(requests[place] ?? '');
      const answeredMs = performance.now();
      answers[place] = { code, body, atMs: answeredMs - beginMs, durationMs: answeredMs - sentMs };
      sentMs = answeredMs;
    }
  }

  await Promise.all(connections.map(work));
  const { utilization: generatorBusy } = performance.eventLoopUtilization(before);
  for (const connection of connections) connection.close();
  return { answers, generatorBusy };
}
