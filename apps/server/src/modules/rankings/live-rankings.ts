import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import {
  type Activity,
  type ActivityCatalogue,
  countedFrom,
  roundOnShow,
  activityState,
  roundState,
  type Ranking,
} from '#/modules/elections/index.ts';
import { readShownQuarantineCounts, sumQuarantineCounts } from '#/modules/quarantine/index.ts';
import { type DisplayFreeze, readEarlierRanks, readEarlierRounds, readRoundStandings } from './standing.store.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { startOfHour, changeSince } from './standing.rules.ts';
import type { Clock } from '#/lib/clock.ts';

type Listener = (ranking: Ranking) => void;

/** The rankings of one process, read a few times a second at most. */
export type LiveRankings = {
  /** Returns a ranking at most `freshForMs` old, or the one being read. */
  current(activity: Activity): Promise<Ranking>;
  /** Calls the listener at every tick, with or without changes. Returns the unsubscribe function. */
  listen(activityId: string, listener: Listener): () => void;
  stop(): void;
};

export type RankingSources = {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly freezes: DisplayFreezes;
  readonly catalogue: ActivityCatalogue;
  /** Names the banners of home on show; rankings know no banners. */
  readonly nameHomeBanners?: (at: Date) => Promise<string | undefined>;
  readonly onError: (error: unknown) => void;
};

const tickMs = 500;
/** Shorter than a tick, so that each tick reads again. */
const freshForMs = 250;

type LiveBoard = {
  listeners: Set<Listener>;
  ranking: Promise<Ranking> | undefined;
  isReading: boolean;
  takenMs: number;
  /** The round and hour of the earlier ranks. */
  earlierOf: string;
  earlierRanks: ReadonlyMap<string, number>;
};

/** Serves all listeners by one ticker, so a vote costs nothing here. Without listeners nothing is read. */
export function createLiveRankings(sources: RankingSources): LiveRankings {
  const { db, clock, freezes, catalogue, nameHomeBanners, onError } = sources;
  const boards = new Map<string, LiveBoard>();

  function boardOf(activityId: string): LiveBoard {
    const board = boards.get(activityId) ?? newBoard();
    boards.set(activityId, board);
    return board;
  }

  function read(activity: Activity, board: LiveBoard): Promise<Ranking> {
    return freezes.show(activity, async ({ at, freeze }) => {
      const { rounds } = activity;
      const { round } = roundOnShow(rounds, at);
      const before = startOfHour(freeze?.frozenAt ?? at);
      const earlierOf = `${round} ${before.getTime()}`;
      if (board.earlierOf !== earlierOf) {
        const counted = countedFrom(rounds, { round });
        // A round that begins at zero is not compared with the round before.
        const notBefore = counted > activity.opensAt ? counted : null;
        board.earlierRanks = await readEarlierRanks(db, { activityId: activity.id, before, notBefore });
        board.earlierOf = earlierOf;
      }
      const homeBanners = await nameHomeBanners?.(at);
      const ranking = await readRanking(db, { activity, earlierRanks: board.earlierRanks, at, freeze });
      return homeBanners === undefined ? ranking : { ...ranking, homeBanners };
    });
  }

  /** Shares one read among concurrent calls (single-flight); a failed one is not cached. */
  function current(activity: Activity): Promise<Ranking> {
    const board = boardOf(activity.id);
    const isFresh = board.isReading || clock.monotonicMs() - board.takenMs < freshForMs;
    if (board.ranking && isFresh) return board.ranking;
    const reading = read(activity, board);
    board.ranking = reading;
    board.isReading = true;
    board.takenMs = clock.monotonicMs();
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

  async function tell(activityId: string, board: LiveBoard): Promise<void> {
    const activity = await catalogue.find(activityId);
    if (!activity) return;
    const ranking = await current(activity);
    for (const listener of board.listeners) listener(ranking);
  }

  function tick(): Promise<unknown> {
    const heard = [...boards].filter(([, { listeners }]) => listeners.size > 0);
    return Promise.all(heard.map(([activityId, board]) => tell(activityId, board).catch(onError)));
  }

  const ticker = clock.every(tickMs, tick, { ref: false });

  return {
    current,
    listen(activityId, listener) {
      const board = boardOf(activityId);
      board.listeners.add(listener);
      return () => board.listeners.delete(listener);
    },
    stop: () => ticker.cancel(),
  };
}

function newBoard(): LiveBoard {
  return {
    listeners: new Set(),
    ranking: undefined,
    isReading: false,
    takenMs: 0,
    earlierOf: '',
    earlierRanks: new Map(),
  };
}

/** The inputs of a ranking. Rank changes compare with `earlierRanks`, from the last snapshot. */
type RankingMoment = {
  readonly activity: Activity;
  readonly earlierRanks: ReadonlyMap<string, number>;
  readonly at: Date;
  /** Shown instead of the live count while that is hidden. */
  readonly freeze: DisplayFreeze | undefined;
};

/** Reads the ranking of the round on show, with the idols that earlier rounds eliminated. */
async function readRanking(db: Kysely<DB>, { activity, earlierRanks, at, freeze }: RankingMoment): Promise<Ranking> {
  const { id: activityId } = activity;
  const round = roundOnShow(activity.rounds, at);
  const { standings, version } = freeze ?? (await readRoundStandings(db, { activityId, round }));
  const earlier = await readEarlierRounds(db, { activityId, before: round.round });
  const setAside = await readShownQuarantineCounts(db, { activity, round, freeze });
  const list = standings.map((standing) => {
    const aside = setAside.get(standing.idolId);
    return { ...standing, change: changeSince(earlierRanks, standing), ...(aside && { setAside: aside }) };
  });
  return {
    activityId,
    state: activityState(activity, at),
    round: round.round,
    roundState: roundState(round, at),
    goOn: round.goOn,
    frozenAt: freeze?.frozenAt.toISOString() ?? null,
    version,
    takenAt: (freeze?.frozenAt ?? at).toISOString(),
    closesAt: activity.closesAt.toISOString(),
    totalVotes: list.reduce((sum, row) => sum + row.votes, 0),
    setAside: sumQuarantineCounts(setAside.values()),
    list,
    left: earlier
      .filter(({ goesOn }) => !goesOn)
      .toSorted((one, other) => other.round - one.round)
      .map(({ idolId, round: leftInRound, rank, votes }) => ({ idolId, leftInRound, rank, votes })),
  };
}
