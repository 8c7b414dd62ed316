import { atOnce, givenActivity, givenIdols, idolIds } from '../../world/given-activity.ts';
import { givenFans } from '../../world/given-fans.ts';
import type { OwnerPool } from '../../world/owner-connection.ts';
import type { World } from '../given-world.ts';
import { startClockedServers } from './clocked-server.ts';
import { nextMidnight } from './next-midnight.ts';
import { startOwnDatabase, type OpenStage, usualRefusals, stopAll, untilKnown } from './stage.ts';

const election = { activityId: '2001', voteAsset: 'MIDNIGHT_VOTE', idolIds };
const dailyCap = 12;
const freeVotes = 3;
const fanCount = 1_000;
const votes = 10_000;
const minuteMs = 60_000;
const knownWithinMs = minuteMs;
/** How far from the midnight a clock is put, at most. */
const farthestMs = 5 * minuteMs;

const faults = [
  'clock of one server put after midnight',
  'clock of the other put before it',
  'clocks of both put after midnight',
  'clocks of both put before it',
] as const;

/**
 * Opens two servers whose clocks are moved forward and back by minutes around the midnight at which daily caps and free
 * votes restart. For both together that is the same as if the database's clock were moved the other way.
 */
export const openMidnightStage: OpenStage = async (stack) => {
  const database = await startOwnDatabase(stack);
  const [first, second] = await startClockedServers(stack, database);
  const { timeZone, at: midnight } = nextMidnight(new Date());

  async function givenWorld(ownerPool: OwnerPool): Promise<World> {
    const closesAt = new Date(midnight.getTime() + 7 * 24 * 60 * minuteMs);
    const rules = { number: Number(election.activityId), voteAsset: election.voteAsset, closesAt, timeZone };
    await atOnce(ownerPool, async (client) => {
      await givenIdols(client);
      await givenActivity(client, { ...rules, dailyCap, freeVotes });
    });
    const fans = await givenFans(ownerPool, { fans: fanCount, votes, voteAsset: election.voteAsset });
    const byMs = Date.now() + knownWithinMs;
    await Promise.all([first, second].map(({ address }) => untilKnown(address, election.activityId, byMs)));
    const contest = { election, grants: new Map(fans.map(({ id }) => [id, votes])) };
    return { fans, contests: [contest], chooseContest: () => contest };
  }

  let onLaterDay = 0;
  return {
    addresses: [first.address, second.address],
    faults,
    refusals: usualRefusals,
    async strike(fault, { random }) {
      const awayMs = random.between(1_000, farthestMs) * (fault.includes('after') ? 1 : -1);
      const servers = fault.includes('both') ? [first, second] : [fault.includes('one') ? first : second];
      const offsetMs = Math.round(midnight.getTime() + awayMs - Date.now());
      await Promise.all(servers.map((server) => server.moveClock(offsetMs)));
      return { atMs: performance.now() };
    },
    givenWorld,
    connectAsOwner: () => database.connectAsOwner(),
    async ready() {
      await Promise.all([first.ready(), second.ready()]);
    },
    async judge(_ownerPool, { told }) {
      const answers = told.flatMap(({ answer }) => (answer ? [new Date(answer.receipt.receivedAt)] : []));
      onLaterDay = answers.filter((receivedAt) => receivedAt >= midnight).length;
      const isOneSided = onLaterDay === 0 || onLaterDay === answers.length;
      return isOneSided ? ['all votes were received on one side of midnight, so that nothing was tried'] : [];
    },
    figures: () => [['Votes received after midnight by a server’s clock', onLaterDay]],
    stop: () => stopAll([first, second]),
  };
};
