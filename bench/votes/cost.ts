import { count } from '../figures.ts';
import type { Generator } from '../load/generator.ts';
import type { Plan } from '../scenario.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { databaseUsage } from '../world/database-usage.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

/** What all votes of a measurement took. Processor time is the operating system's account, so other load hardly moves it. */
export type Cost = {
  readonly votes: number;
  readonly serverMs: number;
  /** Undefined where the system keeps no account that is read here. */
  readonly databaseMs: number | undefined;
  readonly walBytes: number;
  readonly diskBytes: number;
};

type Measured = { readonly server: ServerProcess; readonly ownerPool: OwnerPool; readonly generator: Generator };

/** As many connections as keep batches of the usual size full. */
const connections = 128;
const warmUpMs = 4000;
const quickWarmUpMs = 500;

/** Casts votes by the product's own route and reads what they took. */
export async function measureCost({ server, ownerPool, generator }: Measured, plan: Plan): Promise<Cost> {
  // The first write of a page after a checkpoint goes into the log whole. Most are written before anything is read, and no
  // checkpoint by time falls into the reading.
  await ownerPool.query('CHECKPOINT');
  const measureMs = plan.isQuick ? quickWarmUpMs : warmUpMs;
  await generator.closedLoop({ batched: 1 }, { connections, settleMs: 0, measureMs });
  const votesBefore = await countVotes(ownerPool);
  const [serverBefore, databaseBefore] = [await server.usage(), await databaseUsage(ownerPool)];
  await generator.closedLoop({ batched: 1 }, { connections, settleMs: 0, measureMs: plan.seconds * 1000 });
  const [serverAfter, databaseAfter] = [await server.usage(), await databaseUsage(ownerPool)];
  return {
    votes: (await countVotes(ownerPool)) - votesBefore,
    serverMs: serverAfter.processorMs - serverBefore.processorMs,
    databaseMs:
      databaseAfter.processorMs === undefined || databaseBefore.processorMs === undefined
        ? undefined
        : databaseAfter.processorMs - databaseBefore.processorMs,
    walBytes: databaseAfter.walBytes - databaseBefore.walBytes,
    diskBytes: databaseAfter.diskBytes - databaseBefore.diskBytes,
  };
}

async function countVotes(ownerPool: OwnerPool): Promise<number> {
  const { rows } = await ownerPool.query<{ votes: number }>(
    `SELECT count(*) AS votes FROM ledger.transfer t JOIN ledger.reason r ON r.code = t.reason WHERE r.name = 'vote'`,
  );
  return rows[0]?.votes ?? 0;
}

/** Writes the cost of one vote, in words. */
export function costInWords({ votes, serverMs, databaseMs, walBytes, diskBytes }: Cost): string {
  const micros = (ms: number) => `${count((ms * 1000) / votes)} µs`;
  const database = databaseMs === undefined ? 'not told by this system' : micros(databaseMs);
  return `A vote of ${count(votes)} at ${connections} connections cost the server ${micros(serverMs)} of processor \
time and
PostgreSQL ${database} (by the operating system's account), ${count(walBytes / votes)} bytes of write-ahead log and \
${count(diskBytes / votes)} bytes of the disk.`;
}
