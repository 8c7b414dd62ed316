import { HttpConnection } from './http-connection.ts';
import type { WrittenRequest } from './requests.ts';
import { keepScore, type LoopResult } from './score.ts';

export type ClosedLoop = {
  readonly connections: number;
  /** Runs before anything is counted, so that every connection is at work. */
  readonly settleMs: number;
  readonly measureMs: number;
};

/** The next call of a mix, written. */
export type NextCall = () => { readonly call: string; readonly request: WrittenRequest };

/** Runs as many callers as there are connections, each sending the next call when the last one was answered. */
export async function runClosedLoop(port: number, nextCall: NextCall, loop: ClosedLoop): Promise<LoopResult> {
  const connections = await Promise.all(Array.from({ length: loop.connections }, () => HttpConnection.open(port)));
  const beginMs = performance.now() + loop.settleMs;
  const endMs = beginMs + loop.measureMs;
  const score = keepScore(beginMs);

  async function work(connection: HttpConnection): Promise<void> {
    for (let sentMs = performance.now(); sentMs < endMs;) {
      const { call, request } = nextCall();
      const reply = await connection.request(request.text);
      const answeredMs = performance.now();
      request.heard?.(reply);
      if (reply.code !== (request.code ?? 0)) score.refused(reply.code);
      else if (answeredMs >= beginMs && answeredMs < endMs) score.succeeded(call, reply, answeredMs - sentMs);
      sentMs = answeredMs;
    }
  }

  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return score.read(endMs);
}
