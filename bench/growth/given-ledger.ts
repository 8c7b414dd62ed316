import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { Plan } from '../scenario.ts';
import { startServerProcess } from '../server/server-process.ts';
import { voteCalls } from '../server/vote-calls.ts';
import { type Election, givenElection } from '../world/given-election.ts';
import { connectAsOwner, type OwnerConnection } from '../world/owner-connection.ts';
import { fill } from './fill.ts';
import type { Size } from './sizes.ts';

/** A server on its own database, with a filled ledger and load. */
export type Ledger = {
  readonly size: Size;
  readonly election: Election;
  readonly connection: OwnerConnection;
  readonly generator: Generator;
  /** What the whole database takes on the disk, the log left out, when it has been filled. */
  readonly bytes: number;
};

/** Prepares a ledger; all of it is gone at the end of the stack. */
export async function givenLedger(stack: AsyncDisposableStack, size: Size, plan: Plan): Promise<Ledger> {
  plan.say(`Filling a ledger with ${size.votes} votes …`);
  const { path } = stack.use(await createScratchFolder());
  const { port } = stack.use(await startServerProcess(path));
  const connection = stack.use(await connectAsOwner(path));
  const { ownerPool } = connection;
  const election = await givenElection(ownerPool, 'crowd');
  const voters = await fill(ownerPool, election, size, plan);
  const { rows } = await ownerPool.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  const ranking = `/activity/api/v1/vote/ranking?activityId=${election.activityId}`;
  const calls = { vote: voteCalls(election, voters).batched, ranking: { method: 'GET', path: ranking } as const };
  const generator = stack.use(startGenerator({ port, calls }));
  return { size, election, connection, generator, bytes: rows[0]?.bytes ?? 0 };
}
