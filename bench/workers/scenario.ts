import { randomBytes } from 'node:crypto';
import { startGenerator } from '../load/generator.ts';
import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { voteCalls } from '../server/vote-calls.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { measureCrews } from './measure.ts';
import { report } from './report.ts';

const fans = 20_000;
/** The most first: the process that starts the database reserves room for as many workers. */
const crewSizes = [2, 1];
/** The usual number, those of the variant without batches among them: all crews must find room in one database. */
const connectionsOfWorker = '20';

export const workers: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const settings = { SERVER_SECRET: randomBytes(32).toString('base64'), DATABASE_CONNECTIONS: connectionsOfWorker };
    const servers = crewSizes.map((size) => ({ workers: size, settings }));
    const stage = await givenStage(stack, { election: 'storm', fans, servers, say: plan.say });
    const calls = voteCalls(stage.election, stage.fans);
    const crews = stage.servers.map(({ port }, position) => {
      return { workers: crewSizes[position] ?? 0, generator: stack.use(startGenerator({ port, calls })) };
    });
    const measured = await measureCrews(crews.toReversed(), plan);

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(stage.ownerPool);
    const database = await describeDatabase(stage.ownerPool);
    const refusals = measured.cells.flatMap((cell) => cell.slices.flatMap((slice) => slice.refusals));
    return { text: report({ ...measured, refusals, fans, ledger, database }, plan), refusals };
  },
};
