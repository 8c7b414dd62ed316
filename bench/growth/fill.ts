import { type SimulatedFan, grantVotes, insertSimulatedFans, signIn } from '../world/given-fans.ts';
import type { Election } from '../world/given-election.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import type { Plan } from '../scenario.ts';
import { votesEach } from '../server/given-stage.ts';
import { fanCodes } from './fan-codes.ts';
import { insertVotes, settleAccounts } from './fill.store.ts';
import { type Size, voters } from './sizes.ts';

const fansAtOnce = 5_000;
const votesAtOnce = 250_000;

/**
 * Fills a ledger as if an election had gone on for long: fans with the votes that they were given by a posting, and the
 * votes that each has cast since, one round of all fans after the other, as time would have brought them.
 *
 * @returns those who can go on voting, spread over all fans, signed in.
 */
export async function fill(
  ownerPool: OwnerPool,
  election: Election,
  { votes, fans }: Size,
  { say, signal }: Pick<Plan, 'say' | 'signal'>,
): Promise<SimulatedFan[]> {
  const startedMs = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedMs) / 1000)} s`;
  const { voteAsset } = election;
  const fanIds: number[] = [];
  while (fanIds.length < fans) {
    signal.throwIfAborted();
    const some = await insertSimulatedFans(
      ownerPool,
      fanCodes(fanIds.length, Math.min(fansAtOnce, fans - fanIds.length)),
    );
    await grantVotes(ownerPool, { fanIds: some, votes: votesEach, voteAsset });
    fanIds.push(...some);
    if (fanIds.length % 100_000 === 0) say(`  ${fanIds.length} fans after ${seconds()}`);
  }
  const firstFan = requireNoGap(fanIds);
  for (let cast = 0; cast < votes; cast += votesAtOnce) {
    signal.throwIfAborted();
    const until = Math.min(cast + votesAtOnce, votes);
    await insertVotes(ownerPool, { activityId: election.activityId, firstFan, fans, from: cast, until, votes });
    if (until % 1_000_000 === 0) say(`  ${until} votes after ${seconds()}`);
  }
  await settleAccounts(ownerPool, { activityId: election.activityId, firstFan, fans, votesOfEach: votes / fans });
  // What autovacuum and the checkpointer would have done long before.
  await ownerPool.query('VACUUM ANALYZE');
  await ownerPool.query('CHECKPOINT');
  say(`  ${votes} votes of ${fans} fans are in place after ${seconds()}`);
  const every = fans / voters;
  return signIn(
    ownerPool,
    Array.from({ length: voters }, (_, position) => fanIds[Math.floor(position * every)] ?? firstFan),
  );
}

/** The first of the fans' numbers, which must follow each other: votes are made from them by counting. */
function requireNoGap(fanIds: readonly number[]): number {
  const [first = 0] = fanIds;
  if (fanIds.some((id, position) => id !== first + position)) throw new Error('Somebody else adds fans meanwhile');
  return first;
}
