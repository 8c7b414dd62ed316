import { createPools } from '../../apps/server/src/db/connect.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded/index.ts';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/check-invariants.ts';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { startGenerator } from '../load/generator.ts';
import { givenElection } from '../world/given-election.ts';
import { givenFans } from '../world/given-fans.ts';
import { measure, type Measurement } from './measure.ts';
import { routes } from './routes.ts';
import { startServerProcess } from './server-process.ts';

export type VotesScenario = Measurement & {
  readonly fans: number;
  readonly invariants: number;
  readonly votesInLedger: number;
  readonly postgres: string;
};

const fans = 20_000;
const votesEach = 1_000_000;

/** Measures votes at one hot idol on a fresh database, then checks that the ledger is whole. */
export async function runVotes(seconds: number, say: (line: string) => void): Promise<VotesScenario> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(await createScratchFolder());
  const server = await startServerProcess(scratch.path);
  stack.defer(() => server.stop());
  const { ownerUrl } = await startEmbedded({ dataDir: scratch.path });
  const pools = createPools({ ownerUrl });
  stack.defer(() => pools.end());
  const { ownerPool } = pools;

  say(`Putting ${fans} fans in place …`);
  const { activityId, voteAsset, idolIds } = await givenElection(ownerPool, 'storm');
  const signedIn = await givenFans(ownerPool, { fans, votes: votesEach, voteAsset });
  await ownerPool.query('VACUUM ANALYZE');

  const body = JSON.stringify({ activityId, idolId: idolIds[0], num: 1 });
  const tokens = signedIn.map((fan) => fan.token);
  const calls = Object.fromEntries(
    Object.entries(routes).map(([variant, route]) => [variant, { path: route.replace('POST ', ''), tokens, body }]),
  );
  const generator = startGenerator({ port: server.port, calls });
  stack.defer(() => generator.stop());
  const measurement = await measure(generator, seconds, say);

  const { checked, violations } = await checkInvariants(ownerPool);
  if (violations.length > 0) throw new Error(`The ledger is broken:\n${describeViolations(violations)}`);
  const { rows } = await ownerPool.query<{ votes: number; version: string }>(
    `SELECT (SELECT count(*) FROM ledger.transfer WHERE reason = 10) AS votes, current_setting('server_version') AS version`,
  );
  return { ...measurement, fans, invariants: checked.length, votesInLedger: rows[0]?.votes ?? 0, postgres: rows[0]?.version ?? '' };
}
