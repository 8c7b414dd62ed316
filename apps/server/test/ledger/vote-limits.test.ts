import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../world/database.ts';

const at = '2026-11-21T12:00:00Z';
const nothing = { day: '2026-11-21', dayVotes: 0, dayFree: 0, endingStep: 0, endingVotes: 0 };
const closesAt = '2026-11-22T12:00:00.000Z';
const open = { timeZone: 'Asia/Taipei', dailyCap: null, freePerDay: 0, paidShareMax: null, endings: [] };

type Limits = Omit<typeof open, 'dailyCap' | 'paidShareMax' | 'endings'> & {
  readonly dailyCap: number | null;
  readonly paidShareMax: number | null;
  readonly minAccountAgeHours?: number;
  readonly endings: readonly { readonly from: string; readonly cap: number | null }[];
};

describe('the votes that the limits leave', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  async function votesLeft(
    limits: Limits,
    cast: typeof nothing,
    { moment = at, joinedAt = at, num = 1 }: { moment?: string; joinedAt?: string; num?: number } = {},
  ) {
    const { rows } = await database.appPool.query(
      `SELECT l.day_votes AS "dayVotes", l.free, l.refusal, l.most, l.shown -> 'mayVoteFrom' AS "mayVoteFrom", s.*
         FROM jsonb_populate_record(NULL::ledger.period, $1) p
        CROSS JOIN ledger.vote_limits(p, $2, $3, $4, $5, $6, $7, $8, $9) l
        CROSS JOIN json_to_record(l.shown -> 'left') AS s ("dailyCap" bigint, "paidShare" bigint, ending json)`,
      [
        JSON.stringify({
          time_zone: limits.timeZone,
          daily_cap: limits.dailyCap,
          free_per_day: limits.freePerDay,
          paid_share_max: limits.paidShareMax,
          ending_from: limits.endings.map(({ from }) => from),
          ending_caps: limits.endings.map(({ cap }) => cap),
          closes_at: closesAt,
          min_account_age: `${limits.minAccountAgeHours ?? 0} hours`,
        }),
        cast.day,
        cast.dayVotes,
        cast.dayFree,
        cast.endingStep,
        cast.endingVotes,
        moment,
        joinedAt,
        num,
      ],
    );
    return rows[0];
  }

  test('are not limited where there is no limit', async () => {
    expect(await votesLeft(open, { ...nothing, dayVotes: 9_999 })).toEqual({
      dayVotes: 9_999,
      free: 0,
      refusal: null,
      most: null,
      mayVoteFrom: null,
      dailyCap: null,
      paidShare: null,
      ending: null,
    });
  });

  test('are the uncast votes of the daily cap, and never less than zero', async () => {
    const capped = { ...open, dailyCap: 50 };
    expect(await votesLeft(capped, { ...nothing, dayVotes: 20 })).toMatchObject({ dailyCap: 30 });
    expect(await votesLeft(capped, { ...nothing, dayVotes: 60 })).toMatchObject({ dailyCap: 0 });
  });

  test('restart with the day of the time zone, free ones included', async () => {
    const limits = { ...open, dailyCap: 50, freePerDay: 3 };
    const cast = { ...nothing, dayVotes: 20, dayFree: 3 };
    expect(await votesLeft(limits, cast, { moment: '2026-11-21T15:59:59Z' })).toMatchObject({
      dayVotes: 20,
      dailyCap: 30,
      free: 0,
    });
    const midnight = { moment: '2026-11-21T16:00:00Z' };
    expect(await votesLeft(limits, cast, midnight)).toMatchObject({ dayVotes: 0, dailyCap: 50, free: 3 });
    // What was received before midnight but comes after what was received later counts to the later day.
    const before = { moment: '2026-11-20T12:00:00Z' };
    expect(await votesLeft(limits, cast, before)).toMatchObject({ dayVotes: 20, dailyCap: 30 });
  });

  test.each([
    // Beside 3 free votes at most 12 others are 80 percent.
    [80, 3, 0, 0, 15],
    [80, 3, 5, 3, 10],
    [80, 3, 15, 3, 0],
    [50, 3, 0, 0, 6],
    [33, 3, 0, 0, 4],
    [50, 0, 0, 0, 0],
  ])(
    'of %i percent and %i free votes a day, %i cast with %i free, are %i',
    async (percent, free, dayVotes, dayFree, left) => {
      const limits = { ...open, freePerDay: free, paidShareMax: percent };
      expect(await votesLeft(limits, { ...nothing, dayVotes, dayFree })).toMatchObject({ paidShare: left });
    },
  );

  test('are those of the narrowest limit, whichever is the reason', async () => {
    const endings = [{ from: at, cap: 9 }];
    const limits = { ...open, dailyCap: 12, freePerDay: 1, paidShareMax: 75, endings };
    const refusals = [];
    for (const num of [13, 10, 5, 4]) refusals.push(await votesLeft(limits, nothing, { num }));
    expect(refusals.map(({ refusal, most }) => [refusal, most])).toEqual([
      ['overCap', 4],
      ['overEndingLimit', 4],
      ['overPaidShare', 4],
      [null, 4],
    ]);
  });

  test('are not told to an account that is too young, only the time from which it may vote', async () => {
    const limits = { ...open, dailyCap: 12, minAccountAgeHours: 24 };
    const mayVoteFrom = '2026-11-22T12:00:00.000Z';
    const young = { num: 13, moment: '2026-11-22T11:59:59.999Z' };
    expect(await votesLeft(limits, nothing, young)).toMatchObject({ refusal: 'tooYoung', most: null, mayVoteFrom });
    const old = { num: 13, moment: mayVoteFrom };
    expect(await votesLeft(limits, nothing, old)).toMatchObject({ refusal: 'overCap', most: 12, mayVoteFrom: null });
  });

  describe('near the end', () => {
    const minutesOn = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000);
    const endings = [
      { from: minutesOn(60).toISOString(), cap: 200 },
      { from: minutesOn(110).toISOString(), cap: 50 },
      { from: minutesOn(120).toISOString(), cap: null },
    ];
    const left = (minutes: number, cast = nothing) =>
      votesLeft({ ...open, endings }, cast, { moment: minutesOn(minutes).toISOString() });

    test('are not limited before the first stretch', async () => {
      expect(await left(59)).toMatchObject({ ending: null });
    });

    test('restart in each stretch, and name its end', async () => {
      const cast = { ...nothing, endingStep: 1, endingVotes: 180 };
      const until = (minutes: number) => minutesOn(minutes).toISOString();
      expect(await left(60)).toMatchObject({ ending: { votes: 200, until: until(110) } });
      expect(await left(60, cast)).toMatchObject({ ending: { votes: 20, until: until(110) } });
      expect(await left(110, cast)).toMatchObject({ ending: { votes: 50, until: until(120) } });
    });

    test('end with the activity in a stretch that no other follows', async () => {
      const last = { ...open, endings: endings.slice(0, 1) };
      const moment = minutesOn(110).toISOString();
      expect(await votesLeft(last, nothing, { moment })).toMatchObject({ ending: { votes: 200, until: closesAt } });
    });

    test('are not limited after the end of the round', async () => {
      expect(await left(120, { ...nothing, endingStep: 2, endingVotes: 50 })).toMatchObject({ ending: null });
    });

    test('of a vote that was received earlier but asked about later count to the later stretch', async () => {
      expect(await left(109, { ...nothing, endingStep: 2, endingVotes: 10 })).toMatchObject({ ending: { votes: 40 } });
    });
  });
});
