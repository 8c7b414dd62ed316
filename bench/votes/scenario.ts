import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/check-invariants.ts';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { startGenerator } from '../load/generator.ts';
import { type Election, givenElection } from '../world/given-election.ts';
import { givenFans, type SimulatedFan } from '../world/given-fans.ts';
import { connectAsOwner, type OwnerPool } from '../world/owner-connection.ts';
import { measure, type Measurement } from './measure.ts';
import { routes } from './routes.ts';
import { startServerProcess } from './server-process.ts';

export type VotesResult = Measurement & {
  readonly fans: number;
  readonly votesInLedger: number;
  /** How many invariants hold after the run. */
  readonly invariants: number;
  /** The database's version and the settings that a durable commit depends on. */
  readonly database: Readonly<Record<string, string>>;
};

const fans = 20_000;
const votesEach = 1_000_000;

const settings = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
  'max_wal_size',
];

/**
 * Measures votes at one hot idol on a fresh database.
 *
 * @param seconds how long each variant is measured at each number of connections.
 * @throws when the ledger is broken afterwards, because then the figures mean nothing.
 */
export async function measureVotes(seconds: number, say: (line: string) => void): Promise<VotesResult> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(await createScratchFolder());
  const server = await startServerProcess(scratch.path);
  stack.defer(() => server.stop());
  const { ownerPool } = stack.use(await connectAsOwner(scratch.path));

  say(`Putting ${fans} fans in place …`);
  const election = await givenElection(ownerPool, 'storm');
  const signedIn = await givenFans(ownerPool, { fans, votes: votesEach, voteAsset: election.voteAsset });
  // What autovacuum would have done by itself long before an election's last night.
  await ownerPool.query('VACUUM ANALYZE');

  const generator = startGenerator({ port: server.port, calls: callsOf(election, signedIn) });
  stack.defer(() => generator.stop());
  const measurement = await measure(generator, seconds, say);

  say('Checking the ledger …');
  const { checked, violations } = await checkInvariants(ownerPool);
  if (violations.length > 0) throw new Error(`The ledger is broken:\n${describeViolations(violations)}`);
  return { ...measurement, fans, invariants: checked.length, ...(await describeDatabase(ownerPool)) };
}

/** All fans vote for the same idol, one vote each time. */
function callsOf({ activityId, idolIds }: Election, signedIn: readonly SimulatedFan[]) {
  const body = JSON.stringify({ activityId, idolId: idolIds[0], num: 1 });
  const tokens = signedIn.map((fan) => fan.token);
  return Object.fromEntries(
    Object.entries(routes).map(([variant, route]) => [variant, { path: route.replace('POST ', ''), tokens, body }]),
  );
}

async function describeDatabase(ownerPool: OwnerPool): Promise<Pick<VotesResult, 'votesInLedger' | 'database'>> {
  const counted = await ownerPool.query<{ votes: number }>(
    'SELECT count(*) AS votes FROM ledger.transfer WHERE reason = 10',
  );
  const { rows } = await ownerPool.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS s (name)',
    [settings],
  );
  return {
    votesInLedger: counted.rows[0]?.votes ?? 0,
    database: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}
