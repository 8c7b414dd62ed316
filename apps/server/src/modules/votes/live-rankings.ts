import type { ActivityWatch } from './activity-catalogue.ts';
import type { Activity } from './activities.view.ts';
import { type Ranking, readRanking } from './ranking.view.ts';
import { startOfHour } from './standing.rules.ts';
import { readEarlierRanks } from './standing.store.ts';

type Listener = (ranking: Ranking) => void;

/** The rankings of one process: read from the database a few times a second at most, however many ask. */
export type LiveRankings = {
  /** The ranking, at most `freshForMs` old. */
  current(activity: Activity): Promise<Ranking>;
  /** Calls the listener with every change that comes after `seen`. Returns what ends it. */
  listen(seen: Ranking, listener: Listener): () => void;
  stop(): void;
};

const tickMs = 500;
/** Shorter than a tick, so that no tick finds a ranking that is still counted as fresh. */
const freshForMs = 250;

type Board = {
  listeners: Set<Listener>;
  ranking: Promise<Ranking> | undefined;
  takenMs: number;
  told: Ranking | undefined;
  earlierHourMs: number;
  earlierRanks: ReadonlyMap<string, number>;
};

/**
 * One ticker serves all listeners: there is no work per vote and none per listener but the sending. Nothing is read while
 * nobody looks.
 */
export function createLiveRankings({ db, clock, catalogue, onError }: ActivityWatch): LiveRankings {
  const boards = new Map<string, Board>();

  function boardOf(activityId: string): Board {
    const board = boards.get(activityId) ?? newBoard();
    boards.set(activityId, board);
    return board;
  }

  async function read(activity: Activity, board: Board): Promise<Ranking> {
    const now = clock.now();
    const hour = startOfHour(now);
    if (board.earlierHourMs !== hour.getTime()) {
      board.earlierRanks = await readEarlierRanks(db, { activityId: activity.id, before: hour });
      board.earlierHourMs = hour.getTime();
    }
    return readRanking(db, { activity, earlierRanks: board.earlierRanks, at: now });
  }

  /** All who ask while a reading is under way share it; a failed reading is not kept. */
  function current(activity: Activity): Promise<Ranking> {
    const board = boardOf(activity.id);
    if (board.ranking && performance.now() - board.takenMs < freshForMs) return board.ranking;
    const reading = read(activity, board);
    board.ranking = reading;
    board.takenMs = performance.now();
    reading.catch(() => {
      if (board.ranking === reading) board.ranking = undefined;
    });
    return reading;
  }

  async function tell(activityId: string, board: Board): Promise<void> {
    const activity = await catalogue.find(activityId);
    if (!activity) return;
    const ranking = await current(activity);
    // A slow reading may come in after a newer one; nobody is shown votes that go back.
    if (board.told && (ranking.version < board.told.version || newsIn(ranking) === newsIn(board.told))) return;
    board.told = ranking;
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
    listen(seen, listener) {
      const board = boardOf(seen.activityId);
      if (board.listeners.size === 0) board.told = seen;
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
    takenMs: 0,
    told: undefined,
    earlierHourMs: 0,
    earlierRanks: new Map(),
  };
}

/** What makes a ranking worth sending again; its time alone does not. */
function newsIn({ version, state, list }: Ranking): string {
  return `${version} ${state} ${list.map((row) => row.change).join()}`;
}
