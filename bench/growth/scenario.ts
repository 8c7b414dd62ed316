import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { givenLedger, type Ledger } from './given-ledger.ts';
import { measure } from './measure.ts';
import { refusalsIn, report } from './report.ts';
import { requireRoom } from './room.ts';
import { quickSizes, sizes } from './sizes.ts';

export const growth: Scenario = {
  measures: 'votes and looks at the ranking with ten thousand, a million and ten million votes in the ledger',
  usualSeconds: 12,
  quickSeconds: 1.8,
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
