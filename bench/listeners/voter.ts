import { HttpConnection } from '../load/http-connection.ts';
import { type CallPlan, requestWriter } from '../load/requests.ts';
import { steadyMs } from './messages.ts';

/** Casts one vote after the other over one connection. */
export type Voter = Disposable & {
  /** Throws when the vote is refused. */
  vote(): Promise<{ readonly answeredMs: number; readonly tookMs: number }>;
  /** Returns how many votes this voter has cast, which are all votes. */
  totalVotes(): number;
};

export async function startVoter(port: number, plan: CallPlan): Promise<Voter> {
  const connection = await HttpConnection.open(port);
  const write = requestWriter(plan);
  let cast = 0;
  return {
    async vote() {
      const sentMs = steadyMs();
      const { code } = await connection.request(write().text);
      const answeredMs = steadyMs();
      if (code !== 0) throw new Error(`A vote was refused with code ${code}`);
      cast += 1;
      return { answeredMs, tookMs: answeredMs - sentMs };
    },
    totalVotes: () => cast,
    [Symbol.dispose]: () => connection.close(),
  };
}
