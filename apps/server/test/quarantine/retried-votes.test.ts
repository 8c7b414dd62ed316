import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { castVote } from '#/modules/ballots/cast-vote.ts';
import { startVoting } from '#/modules/ballots/voting.ts';
import { createServices } from '#/app.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createQuarantineScenario } from './given-quarantine.ts';

it('votes that are set aside are found by their device, also when the answer to their commit was lost', async () => {
  await using scenario = await createQuarantineScenario();
  const { world, activityId } = scenario;
  const voting = startVoting(createServices(world.services));
  const { batcher } = voting;
  // The connection is lost after the commit: the batch is written once more, and the ledger finds it done.
  const lostOnce: typeof batcher = {
    ...batcher,
    async submit(entry) {
      await batcher.submit(entry);
      return batcher.submit(entry);
    },
  };
  const deviceId = randomUUID();
  const vote = ({ id, accountId, joinedAt }: TestFan) =>
    castVote(
      { ...voting, batcher: lostOnce, db: world.services.db },
      {
        fan: { id, accountId, joinedAt },
        activityId,
        idolId: '1',
        num: 1,
        key: randomUUID(),
        receivedAt: world.clock.now(),
        source: { deviceId, address: '192.0.2.1' },
        language: 'en_US',
      },
    );
  for (let fan = 0; fan < 2; fan += 1) {
    expect((await vote(await world.given.fan({ votes: 1 }))).state).toBe('counted');
  }
  const { state, voteId } = await vote(await world.given.fan({ votes: 1 }));
  expect(state).toBe('quarantined');
  await voting.watch.exchange();
  const { rows } = await world.ownerPool.query<{ id: string }>('SELECT vote_id::text AS id FROM clustered_vote');
  expect(rows).toEqual([{ id: voteId }]);
  await voting.close();
});
