import { startGenerator } from '../load/generator.ts';
import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage, type Stage } from '../server/given-stage.ts';
import { voteCalls } from '../server/vote-calls.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { grant } from '../world/given-fans.ts';
import { givenPackets } from '../world/given-luck.ts';
import { measure, mostShares, type Size } from './measure.ts';
import { refusalsIn, report } from './report.ts';

const pointsOfShare = 20;
const usual = { fans: 20_000, shares: 5_000, rounds: 6 };
const quick = { fans: 2_000, shares: 500, rounds: 1 };

export const packets: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const { fans, ...chosen } = plan.isQuick ? quick : usual;
    const size = { ...chosen, total: chosen.shares * pointsOfShare };
    const stage = await givenStage(stack, { election: 'storm', fans, say: plan.say });
    const [{ port } = { port: 0 }] = stage.servers;
    const packetIds = await givenAllPackets(stage, size);
    const generator = stack.use(startGenerator({ port, calls: {} }));
    const tokens = stage.fans.map(({ token }) => token);
    const postNoOp = voteCalls(stage.election, stage.fans).noOp;
    const measurement = await measure({ generator, tokens, postNoOp, ...packetIds }, size, plan);

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(stage.ownerPool);
    const database = await describeDatabase(stage.ownerPool);
    const text = report({ ...measurement, fans, size, ledger, database }, plan);
    return { text, refusals: refusalsIn(measurement) };
  },
};

/** Puts packets in place for the warm-up, for each turn, and for the double taps. Fans have Points already, as most have. */
async function givenAllPackets(stage: Stage, { rounds, shares, total }: Size) {
  const turns = Array.from({ length: rounds + 2 }, (_, turn) => turn);
  const singles = turns.map((turn) => `single-${turn}`);
  const storms = turns.map((turn) => `storm-${turn}`);
  await givenPackets(stage, { packetIds: singles, shares: mostShares, total: mostShares * pointsOfShare });
  await givenPackets(stage, { packetIds: storms, shares, total });
  const fanIds = stage.fans.map(({ id }) => id);
  await grant(stage.ownerPool, { fanIds, amount: 1, asset: 'POINT' });
  await stage.ownerPool.query('VACUUM ANALYZE');
  return { singles, storms };
}
