import { type SeededRandom, randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { type Casting, castUntilKnown } from './cast-until-known.ts';
import type { World } from './given-world.ts';
import type { Vote } from './send-vote.ts';

export type Crowd = {
  readonly world: World;
  /** How many votes are on their way at once. */
  readonly clients: number;
  readonly seed: string;
};

/** Half of all votes go to one idol, as on the last night of an election. */
const hotShare = 0.5;
const mostAtOnce = 3;

/** Votes without end, until it is stopped; then resolves once every vote that was begun has its answer. */
export function startVotes({ world, clients, seed }: Crowd, casting: Casting): { stop(): Promise<void> } {
  let isStopped = false;

  async function keepVoting(client: number): Promise<void> {
    const random = randomFromSeed(seed, `client ${client}`);
    while (!isStopped) await castUntilKnown(casting, chooseVote(world, random), client);
  }

  const voting = Promise.all(Array.from({ length: clients }, (_, client) => keepVoting(client)));
  // It is awaited by `stop`; until then a failure must not end the process.
  voting.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await voting;
    },
  };
}

function chooseVote(world: World, random: SeededRandom): Vote {
  const { fans } = world;
  const { activityId, idolIds } = world.chooseContest(random).election;
  const fan = fans[Math.floor(random.next() * fans.length)];
  const idol = random.chance(hotShare) ? 0 : Math.floor(random.next() * idolIds.length);
  return {
    key: uuidV7(new Date()),
    fanId: fan?.id ?? 0,
    token: fan?.token ?? '',
    activityId,
    idolId: idolIds[idol] ?? '',
    num: 1 + Math.floor(random.next() * mostAtOnce),
  };
}
