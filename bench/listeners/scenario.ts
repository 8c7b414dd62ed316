import type { Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { voteCalls } from '../server/vote-calls.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { startAudience } from './audience.ts';
import { measureAudience, type ListenersRow } from './measure.ts';
import { requireOpenFiles } from './open-files.ts';
import { report } from './report.ts';
import { startVoter } from './voter.ts';

const fans = 500;
const audiences = [1, 1_000, 5_000];
const quickAudiences = [1, 500];
/** The first requests make the server load and compile code for all later ones. */
const warmUpListeners = 200;

export const listeners: Scenario = {
  async run(plan) {
    const sizes = plan.isQuick ? quickAudiences : audiences;
    requireOpenFiles(Math.max(...sizes));
    await using stack = new AsyncDisposableStack();
    const {
      servers,
      ownerPool,
      election,
      fans: voters,
    } = await givenStage(stack, { election: 'crowd', fans, ...plan });
    const [server] = servers;
    if (!server) throw new Error('The stage has no server');
    const { port } = server;
    const stream = { port, path: `/activity/api/v1/vote/stream?activityId=${election.activityId}` };
    const voter = stack.use(await startVoter(port, voteCalls(election, voters).batched));
    {
      await using visitors = startAudience(stream);
      await visitors.fill(warmUpListeners);
      await voter.vote();
      await visitors.hear(voter.totalVotes());
    }
    const empty = await server.tidyUsage();
    const audience = stack.use(startAudience(stream));
    const rows: ListenersRow[] = [];
    for (const size of sizes) rows.push(await measureAudience({ audience, voter, server }, size, plan));

    plan.say('Checking the ledger …');
    const ledger = await checkLedger(ownerPool);
    const database = await describeDatabase(ownerPool);
    return { text: report({ empty, rows, ledger, database }, plan), refusals: [] };
  },
};
