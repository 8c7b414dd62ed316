import { useState } from 'react';
import { localStore, readJson } from '#/lib/key-value-store.ts';
import { addToLineup, type Lineup, moveInLineup, readLineup, removeFromLineup } from './lineup.ts';

export type LineupDraft = {
  readonly lineup: Lineup;
  readonly add: (idolId: string) => void;
  readonly remove: (idolId: string) => void;
  /** Brings an idol to a place counted from 0. */
  readonly move: (idolId: string, index: number) => void;
};

const storageKey = (activityId: string) => `lightstick.best7.${activityId}`;

/**
 * The fan's seven for one election, kept on this device until they are sent. `known` are the idols who take part:
 * somebody who left the election since leaves the draft as well.
 */
export function useLineupDraft(activityId: string, known: ReadonlySet<string>): LineupDraft {
  const [stored, setStored] = useState<Lineup>(() => readLineup(readJson(localStore, storageKey(activityId))));
  const lineup = stored.filter((idolId) => known.has(idolId));

  const change = (next: Lineup) => {
    localStore.set(storageKey(activityId), JSON.stringify(next));
    setStored(next);
  };
  return {
    lineup,
    add: (idolId) => change(addToLineup(lineup, idolId)),
    remove: (idolId) => change(removeFromLineup(lineup, idolId)),
    move: (idolId, index) => change(moveInLineup(lineup, idolId, index)),
  };
}
