import { resolvePackTime, type Simulate } from '#/modules/content/index.ts';
import { simulateBallots } from './simulate-ballots.ts';
import { simulateHistory } from './simulate-history.ts';
import { simulateSongs } from './simulate-songs.ts';

/** Simulates the history of a pack's open election, with its songs and Best 7 ballots. */
export const simulatePack: Simulate = async (
  tx,
  { name, simulation, activities, songEvents, best7Polls },
  { anchoredAt, now },
) => {
  const activity = activities.find((entry) => entry.value.id === simulation?.activity)?.value;
  if (!simulation || !activity) return undefined;
  const opensAt = resolvePackTime(activity.opensAt, anchoredAt);
  if (opensAt >= now) return undefined;
  const closesAt = resolvePackTime(activity.closesAt, anchoredAt);
  const simulated = await simulateHistory(tx, { packName: name, simulation, activity, opensAt, closesAt, now });
  for (const { value: event } of songEvents) {
    const voteAsset = activities.find((entry) => entry.value.id === event.activity)?.value.voteAsset ?? '';
    await simulateSongs(tx, { simulation, event, voteAsset, anchoredAt, now });
  }
  for (const { value: poll } of best7Polls) await simulateBallots(tx, { simulation, poll, anchoredAt, now });
  return simulated;
};
