import { HttpConnection } from './http-connection.ts';
import { createLatencies, type Latencies } from './latencies.ts';

export type ClosedLoop = {
  readonly connections: number;
  /** Runs before anything is counted, so that every connection is at work. */
  readonly settleMs: number;
  readonly measureMs: number;
};

export type ClosedLoopResult = {
  /** Calls that succeeded within the measured time. */
  readonly succeeded: number;
  /** The codes of the calls that were answered with anything else. */
  readonly refusals: readonly number[];
  readonly seconds: number;
  readonly latencies: Latencies;
};

/** As many callers as there are connections, each sending the next call when the last one was answered. */
export async function runClosedLoop(
  port: number,
  nextRequest: () => string,
  loop: ClosedLoop,
): Promise<ClosedLoopResult> {
  const connections = await Promise.all(Array.from({ length: loop.connections }, () => HttpConnection.open(port)));
  const latencies = createLatencies();
  const beginMs = performance.now() + loop.settleMs;
  const endMs = beginMs + loop.measureMs;
  let succeeded = 0;
  const refusals: number[] = [];

  async function call(connection: HttpConnection): Promise<void> {
    for (let sentMs = performance.now(); sentMs < endMs;) {
      const reply = await connection.request(nextRequest());
      const answeredMs = performance.now();
      if (reply.code !== 0) refusals.push(reply.code);
      else if (answeredMs >= beginMs && answeredMs < endMs) {
        succeeded += 1;
        latencies.record(answeredMs - sentMs);
      }
      sentMs = answeredMs;
    }
  }

  await Promise.all(connections.map(call));
  for (const connection of connections) connection.close();
  return { succeeded, refusals, seconds: loop.measureMs / 1000, latencies: latencies.read() };
}
