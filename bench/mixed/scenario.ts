import { startGenerator } from '../load/generator.ts';
import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { callsOf } from './calls.ts';
import { measure } from './measure.ts';
import { refusalsThatCount, report } from './report.ts';

const fans = 20_000;

export const mixed: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const stage = await givenStage(stack, { election: 'crowd', fans, say: plan.say });
    const [{ port } = { port: 0 }] = stage.servers;
    const generator = stack.use(startGenerator({ port, calls: callsOf(stage.election, stage.fans) }));
    const measurement = await measure(generator, plan);

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(stage.ownerPool);
    const database = await describeDatabase(stage.ownerPool);
    return { text: report({ ...measurement, fans, ledger, database }, plan), refusals: refusalsThatCount(measurement) };
  },
};
