import type pg from 'pg';
import { currentCall } from '#/lib/call-scope.ts';
import type { EndTurn } from '#/lib/turns.ts';

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * Lets each call wait for its turn before it takes a connection of the pool, also for the pool's own queries. So a call that
 * waits for another one's lock waits in memory, and the connections are there for those who can use them.
 */
export function waitForTurns(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);

  async function connectInTurn(takeTurn: () => Promise<EndTurn>): Promise<pg.PoolClient> {
    const endTurn = await takeTurn();
    try {
      return endingTurn(await connect(), endTurn);
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  function connectAnyhow(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const call = currentCall();
    if (!call) {
      if (!connected) return connect();
      connect(connected);
      return undefined;
    }
    const connecting = connectInTurn(() => call.turnAtDatabase());
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, (reason) => client.release(reason)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  pool.connect = connectAnyhow as typeof pool.connect;
}

/** The pool gives a connection a new `release` each time. */
function endingTurn(client: pg.PoolClient, endTurn: EndTurn): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (reason) => {
    endTurn();
    release(reason);
  };
  return client;
}
