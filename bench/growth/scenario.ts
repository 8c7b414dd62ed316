import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { givenLedger, type Ledger } from './given-ledger.ts';
import { measure } from './measure.ts';
import { refusalsIn, report } from './report.ts';
import { quickSizes, sizes, type Size } from './sizes.ts';

/** Rows, their four indexes, and the log that was written for them and is not recycled yet; measured, rounded up. */
const bytesOfVote = 700;
const bytesOfFan = 2_500;
/** An empty cluster, and its log at its largest. */
const bytesOfLedger = 3 * 2 ** 30;

/** @throws when the temporary folder has no room for all ledgers, saying what would help. */
async function requireRoom(planned: readonly Size[]): Promise<void> {
  const needed = planned.reduce(
    (sum, { votes, fans }) => sum + votes * bytesOfVote + fans * bytesOfFan + bytesOfLedger,
    0,
  );
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `The ledgers need ${gibi(needed)} in ${tmpdir()}, but ${gibi(free)} are free there. ` +
      'Make room, or name another folder on a disk by TMPDIR.',
  );
}

function gibi(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

export const growth: Scenario = {
  async run(plan) {
    const planned = plan.isQuick ? quickSizes : sizes;
    await requireRoom(planned);
    await using stack = new AsyncDisposableStack();
    const ledgers: Ledger[] = [];
    for (const size of planned) ledgers.push(await givenLedger(stack, size, plan));
    const measured = await measure(ledgers, plan);

    const checked = [];
    for (const { connection, size } of ledgers) {
      plan.say(`Checking the ledger that had ${size.votes} votes …`);
      checked.push(await checkLedger(connection.ownerPool));
    }
    const [first] = ledgers;
    const database = first ? await describeDatabase(first.connection.ownerPool) : {};
    return { text: report({ ...measured, checked, database }, plan), refusals: refusalsIn(measured.rows) };
  },
};
