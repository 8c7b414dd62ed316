import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { type Election, type elections, givenElection } from '../world/given-election.ts';
import { givenFans, type SimulatedFan } from '../world/given-fans.ts';
import { connectAsOwner, type OwnerConnection } from '../world/owner-connection.ts';
import { type ServerProcess, type ServerOptions, startServerProcess } from './server-process.ts';

/** The stage of a measurement: servers over one fresh database, an election in it, and fans who have votes to cast. */
export type Stage = Pick<OwnerConnection, 'ownerPool' | 'db'> & {
  readonly servers: readonly ServerProcess[];
  readonly election: Election;
  readonly fans: readonly SimulatedFan[];
};

/** More than anybody can cast while something is measured. */
export const votesEach = 1_000_000;

/** Sets the stage. All of it is gone at the end of the stack: servers are stopped, then the folder is removed. */
export async function givenStage(
  stack: AsyncDisposableStack,
  options: {
    readonly election: keyof typeof elections;
    readonly fans: number;
    /** One of the usual kind when left out. The first brings the database along for all. */
    readonly servers?: readonly ServerOptions[];
    readonly say: (line: string) => void;
  },
): Promise<Stage> {
  const { path } = stack.use(await createScratchFolder());
  const servers: ServerProcess[] = [];
  for (const server of options.servers ?? [{}]) servers.push(stack.use(await startServerProcess(path, server)));
  const { ownerPool, db } = stack.use(await connectAsOwner(path));
  options.say(`Putting ${options.fans} fans in place …`);
  const election = await givenElection(ownerPool, options.election);
  const { voteAsset } = election;
  const fans = await givenFans(ownerPool, { fans: options.fans, votes: votesEach, voteAsset });
  // Autovacuum would have run long before an election's last night.
  await ownerPool.query('VACUUM ANALYZE');
  return { servers, ownerPool, db, election, fans };
}
