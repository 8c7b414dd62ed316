import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { type Election, elections, givenElection } from '../world/given-election.ts';
import { givenFans, grant, type SimulatedFan } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

/** An election with the votes that every fan was given for it at the beginning, by the fans' numbers. */
export type Contest = {
  readonly election: Election;
  readonly grants: ReadonlyMap<number, number>;
  /** Votes with tickets are among those cast where fans were given some. */
  readonly tickets?: {
    readonly asset: string;
    readonly votesPerTicket: number;
    readonly grants: ReadonlyMap<number, number>;
  };
};

/** The fans, and what they vote on. */
export type World = {
  readonly fans: readonly SimulatedFan[];
  readonly contests: readonly Contest[];
  /** Chooses the election of the next vote. */
  chooseContest(random: SeededRandom): Contest;
};

/** Most fans have more votes and tickets than they will use; the poor run out, so that refusals are among the answers. */
const rich = { fans: 900, votes: 10_000, tickets: 1_000 };
const poor = { fans: 100, votes: 5, tickets: 1 };
const ticket = { asset: 'OUTAGE_TICKET', votesPerTicket: 10 };

/** Prepares one election with free votes and a daily cap, open all the time. */
export async function givenOutage(ownerPool: OwnerPool): Promise<World> {
  const election = await givenElection(ownerPool, 'outage');
  const { voteAsset } = elections.outage;
  const groups = await Promise.all(
    [rich, poor].map(async ({ fans, votes, tickets }) => {
      const some = await givenFans(ownerPool, { fans, votes, voteAsset });
      await grant(ownerPool, { fanIds: some.map(({ id }) => id), amount: tickets, asset: ticket.asset });
      return { some, votes, tickets };
    }),
  );
  const grantsOf = (what: 'votes' | 'tickets') =>
    new Map(groups.flatMap((group) => group.some.map(({ id }) => [id, group[what]] as const)));
  const contest = { election, grants: grantsOf('votes'), tickets: { ...ticket, grants: grantsOf('tickets') } };
  return { fans: groups.flatMap(({ some }) => some), contests: [contest], chooseContest: () => contest };
}
