import { startGenerator } from '../load/generator.ts';
import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { voteCalls } from '../server/vote-calls.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { measure } from './measure.ts';
import { refusalsIn, report } from './report.ts';

const fans = 20_000;

export const votes: Scenario = {
  measures: 'durable votes a second at one hot idol, each variant at each number of connections',
  usualSeconds: 12,
  quickSeconds: 1.2,
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const stage = await givenStage(stack, { election: 'storm', fans, say: plan.say });
    const [{ port } = { port: 0 }] = stage.servers;
    const generator = stack.use(startGenerator({ port, calls: voteCalls(stage.election, stage.fans) }));
    const measurement = await measure(generator, plan);

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(stage.ownerPool);
    const database = await describeDatabase(stage.ownerPool);
    return { text: report({ ...measurement, fans, ledger, database }, plan), refusals: refusalsIn(measurement) };
  },
};
