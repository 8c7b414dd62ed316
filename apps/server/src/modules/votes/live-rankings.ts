import type { ActivityWatch } from './activity-catalogue.ts';
import type { Activity } from './activities.view.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { type Ranking, readRanking } from './ranking.view.ts';
import { countedFrom, roundOnShow } from './rounds.rules.ts';
import { startOfHour } from './standing.rules.ts';
import { readEarlierRanks } from './standing.store.ts';

type Listener = (ranking: Ranking) => void;

/** The rankings of one process: read from the database a few times a second at most, however many ask. */
export type LiveRankings = {
  /** The ranking, at most `freshForMs` old, or the one that is being read. */
  current(activity: Activity): Promise<Ranking>;
  /** Calls the listener with a reading at every tick, whatever it brings. Returns what ends it. */
  listen(activityId: string, listener: Listener): () => void;
  stop(): void;
};

const tickMs = 500;
/** Shorter than a tick, so that no tick finds a ranking that is still counted as fresh. */
const freshForMs = 250;

type Board = {
  listeners: Set<Listener>;
  ranking: Promise<Ranking> | undefined;
  isReading: boolean;
  takenMs: number;
  /** Of which hour and round the earlier ranks are. */
  earlierOf: string;
  earlierRanks: ReadonlyMap<string, number>;
};

/**
 * One ticker serves all listeners: there is no work per vote and none per listener but the sending. Nothing is read while
 * nobody looks.
 */
export function createLiveRankings({
  db,
  freezes,
  catalogue,
  onError,
}: Omit<ActivityWatch, 'clock'> & { readonly freezes: DisplayFreezes }): LiveRankings {
  const boards = new Map<string, Board>();

  function boardOf(activityId: string): Board {
    const board = boards.get(activityId) ?? newBoard();
    boards.set(activityId, board);
    return board;
  }

  function read(activity: Activity, board: Board): Promise<Ranking> {
    return freezes.show(activity, async ({ at, freeze }) => {
      const { rounds } = activity;
      const { round } = roundOnShow(rounds, at);
      const before = startOfHour(freeze?.frozenAt ?? at);
      const earlierOf = `${round} ${before.getTime()}`;
      if (board.earlierOf !== earlierOf) {
        const counted = countedFrom(rounds, { round });
        // Who begins at zero is not compared with the round before.
        const notBefore = counted > activity.opensAt ? counted : null;
        board.earlierRanks = await readEarlierRanks(db, { activityId: activity.id, before, notBefore });
        board.earlierOf = earlierOf;
      }
      return readRanking(db, { activity, earlierRanks: board.earlierRanks, at, freeze });
    });
  }

  /**
   * All who ask while a reading is under way share it, however long the database takes; a failed reading is not kept.
   */
  function current(activity: Activity): Promise<Ranking> {
    const board = boardOf(activity.id);
    const isFresh = board.isReading || performance.now() - board.takenMs < freshForMs;
    if (board.ranking && isFresh) return board.ranking;
    const reading = read(activity, board);
    board.ranking = reading;
    board.isReading = true;
    board.takenMs = performance.now();
    reading.then(
      () => {
        board.isReading = false;
      },
      () => {
        board.isReading = false;
        board.ranking = undefined;
      },
    );
    return reading;
  }

  async function tell(activityId: string, board: Board): Promise<void> {
    const activity = await catalogue.find(activityId);
    if (!activity) return;
    const ranking = await current(activity);
    for (const listener of board.listeners) listener(ranking);
  }

  const ticker = setInterval(() => {
    for (const [activityId, board] of boards) {
      if (board.listeners.size > 0) tell(activityId, board).catch(onError);
    }
  }, tickMs);
  ticker.unref();

  return {
    current,
    listen(activityId, listener) {
      const board = boardOf(activityId);
      board.listeners.add(listener);
      return () => board.listeners.delete(listener);
    },
    stop: () => clearInterval(ticker),
  };
}

function newBoard(): Board {
  return {
    listeners: new Set(),
    ranking: undefined,
    isReading: false,
    takenMs: 0,
    earlierOf: '',
    earlierRanks: new Map(),
  };
}
