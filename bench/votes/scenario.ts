import { startGenerator } from '../load/generator.ts';
import type { Scenario } from '../scenario.ts';
import { startRawServer } from '../server/raw-server.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { rawCall, voteCalls } from '../server/vote-calls.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { measureCost } from './cost.ts';
import { measure } from './measure.ts';
import { refusalsIn, report } from './report.ts';

const fans = 20_000;

export const votes: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const stage = await givenStage(stack, { election: 'storm', fans, say: plan.say });
    const [server] = stage.servers;
    if (!server) throw new Error('No server was started');
    const calls = voteCalls(stage.election, stage.fans);
    const generator = stack.use(startGenerator({ port: server.port, calls }));
    const rawServer = stack.use(await startRawServer());
    const raw = stack.use(startGenerator({ port: rawServer.port, calls: { raw: rawCall(calls.batched) } }));
    const measured = await measure({ product: generator, raw }, plan);
    plan.say('Reading what a vote costs …');
    const cost = await measureCost({ server, ownerPool: stage.ownerPool, generator }, plan);
    const measurement = { ...measured, cost };

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(stage.ownerPool);
    const database = await describeDatabase(stage.ownerPool);
    return { text: report({ ...measurement, fans, ledger, database }, plan), refusals: refusalsIn(measurement) };
  },
};
