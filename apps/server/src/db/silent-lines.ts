import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';

/** What is used here of a connection's inside, which the library's types leave out. */
type Inside = {
  readonly connection: { readonly stream: Socket };
  /** Whether the server has answered everything it was asked. */
  readonly readyForQuery: boolean;
};

/**
 * Breaks a connection over which nothing has come for so long that nothing will: where a machine or a cable on the way is
 * lost, nobody says that the line has ended, and the system's own patience lasts a quarter of an hour. Whoever waits is then
 * told as if the database had ended the connection, and the pool makes another one. The pool's idle connections go with it: they
 * lead the same way, and whoever asks again must not be lent the next dead one.
 *
 * @param silenceMs longer than a statement may take, so that a database which is merely slow answers first
 */
export function breakSilentLines(pool: Pool, silenceMs: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(socketOf(client)));
  pool.on('release', (_error, client) => {
    const stream = socketOf(client);
    if (!stream.destroyed) idle.add(stream);
  });
  pool.on('connect', (client) => {
    const inside = insideOf(client);
    const stream = socketOf(client);
    stream.once('close', () => idle.delete(stream));
    stream.setTimeout(silenceMs, () => {
      // An idle connection has nothing to say; that it is silent is noticed when it is next asked.
      if (inside.readyForQuery) return;
      // The pool has to know of them first.
      void Promise.all([...idle].map((other) => once(other.destroy(), 'close'))).then(() => {
        if (!inside.readyForQuery) stream.destroy();
      });
    });
  });
}

/** What a connection goes over. */
export function socketOf(client: ClientBase): Socket {
  return insideOf(client).connection.stream;
}

function insideOf(client: ClientBase): Inside {
  return client as unknown as Inside;
}
