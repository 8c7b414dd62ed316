import { useState } from 'react';
import { localStore, readJson } from '#/lib/key-value-store.ts';

/** Idol ids in order, without duplicates; the first gets the most points. */
export type Lineup = readonly string[];

/** How many a whole ballot names. */
export const lineupSize = 7;

/** The points of a place counted from 0: seven for the first, one for the last. */
export function pointsAt(index: number): number {
  return lineupSize - index;
}

export function isWhole(lineup: Lineup): boolean {
  return lineup.length === lineupSize;
}

/** Adds an idol at the next free place. An idol already in keeps her place, and a full lineup stays as it is. */
export function addToLineup(lineup: Lineup, idolId: string): Lineup {
  return isWhole(lineup) || lineup.includes(idolId) ? lineup : [...lineup, idolId];
}

/** Takes an idol out; those behind move up. */
export function removeFromLineup(lineup: Lineup, idolId: string): Lineup {
  return lineup.includes(idolId) ? lineup.filter((id) => id !== idolId) : lineup;
}

/** Brings an idol to another place, as near as there is one; those between move over by one. */
export function moveInLineup(lineup: Lineup, idolId: string, index: number): Lineup {
  const from = lineup.indexOf(idolId);
  const to = Math.min(Math.max(index, 0), lineup.length - 1);
  return from === -1 || from === to ? lineup : lineup.filter((id) => id !== idolId).toSpliced(to, 0, idolId);
}

/** Reads a stored lineup; invalid and surplus entries are dropped. */
export function readLineup(stored: unknown): Lineup {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is string => typeof id === 'string' && id !== '');
  return [...new Set(ids)].slice(0, lineupSize);
}

export type LineupDraft = {
  readonly lineup: Lineup;
  /** The lineup as it was kept, with idols who have withdrawn since, until the fan changes it. */
  readonly kept: Lineup;
  readonly add: (idolId: string) => void;
  readonly remove: (idolId: string) => void;
  /** Brings an idol to a place counted from 0. */
  readonly move: (idolId: string, index: number) => void;
};

const storageKey = (activityId: string) => `lightstick.best7.${activityId}`;

/**
 * The fan's lineup draft for one election, kept on this device until it is cast. `known` are the candidates; others are
 * dropped.
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
    kept: stored,
    add: (idolId) => change(addToLineup(lineup, idolId)),
    remove: (idolId) => change(removeFromLineup(lineup, idolId)),
    move: (idolId, index) => change(moveInLineup(lineup, idolId, index)),
  };
}
