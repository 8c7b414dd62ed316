import { type Pack, resolvePackTime, type Simulate } from '#/modules/content/index.ts';
import { inventFans } from './plan-votes.ts';
import { simulateBallots } from './simulate-ballots.ts';
import { simulateHistory } from './simulate-history.ts';
import { simulateSongs } from './simulate-songs.ts';
import { insertFans } from './simulation.store.ts';

/** Simulates the history of a pack's open election with its songs and Best 7 ballots, and of its elections before. */
export const simulatePack: Simulate = async (tx, pack, { anchoredAt, now }) => {
  const { name: packName, simulation, activities, songEvents, best7Polls } = pack;
  if (!simulation) return undefined;
  const windowOf = (id: string) => windowOfActivity(pack, id, anchoredAt);
  const current = windowOf(simulation.activity);
  if (!current || current.opensAt >= now) return undefined;
  const histories = [...simulation.past, simulation].flatMap((history) => {
    const window = windowOf(history.activity);
    return window && window.opensAt < now ? [{ history, window }] : [];
  });
  const firstOpening = new Date(Math.min(...histories.map(({ window }) => window.opensAt.getTime())));
  const fanIds = await insertFans(tx, inventFans(packName, simulation), firstOpening);
  let [votes, snapshots] = [0, 0];
  for (const { history, window } of histories) {
    const own = { ...history, fans: simulation.fans };
    const done = await simulateHistory(tx, { packName, simulation: own, fanIds, ...window, now });
    votes += done.votes;
    snapshots += done.snapshots;
  }
  for (const { value: event } of songEvents) {
    const voteAsset = activities.find((entry) => entry.value.id === event.activity)?.value.voteAsset ?? '';
    await simulateSongs(tx, { simulation, event, voteAsset, anchoredAt, now });
  }
  for (const { value: poll } of best7Polls) {
    const history = histories.find((one) => one.history.activity === poll.activity)?.history;
    if (history) await simulateBallots(tx, { simulation: history, poll, anchoredAt, now });
  }
  return { fans: fanIds.length, votes, snapshots };
};

function windowOfActivity({ activities }: Pick<Pack, 'activities'>, id: string, anchoredAt: Date) {
  const activity = activities.find((entry) => entry.value.id === id)?.value;
  return (
    activity && {
      activity,
      opensAt: resolvePackTime(activity.opensAt, anchoredAt),
      closesAt: resolvePackTime(activity.closesAt, anchoredAt),
    }
  );
}
