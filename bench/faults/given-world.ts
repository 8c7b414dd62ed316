import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { type Election, elections, givenElection } from '../world/given-election.ts';
import { givenFans, type SimulatedFan } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

/** An election with what every fan was given for it at the beginning, by the fans' numbers. */
export type Contest = { readonly election: Election; readonly grants: ReadonlyMap<number, number> };

/** The fans, and what they vote on. */
export type World = {
  readonly fans: readonly SimulatedFan[];
  readonly contests: readonly Contest[];
  /** What the next vote is cast in. */
  chooseContest(random: SeededRandom): Contest;
};

/** Most fans have more votes than they will cast; the poor run out, so that refusals are among the answers. */
const rich = { fans: 900, votes: 10_000 };
const poor = { fans: 100, votes: 5 };

/** One election with free votes and a daily cap, open all the time. */
export async function givenOutage(ownerPool: OwnerPool): Promise<World> {
  const election = await givenElection(ownerPool, 'outage');
  const { voteAsset } = elections.outage;
  const groups = await Promise.all([rich, poor].map((group) => givenFans(ownerPool, { ...group, voteAsset })));
  const grants = new Map(
    [rich, poor].flatMap(({ votes }, index) => (groups[index] ?? []).map(({ id }) => [id, votes] as const)),
  );
  const contest = { election, grants };
  return { fans: groups.flat(), contests: [contest], chooseContest: () => contest };
}
