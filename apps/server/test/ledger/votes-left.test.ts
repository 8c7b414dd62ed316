import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../world/database.ts';

const at = '2026-11-21T12:00:00Z';
const nothing = { day: '2026-11-21', dayVotes: 0, dayFree: 0, endingStep: 0, endingVotes: 0 };
const open = { timeZone: 'Asia/Taipei', dailyCap: null, freePerDay: 0, paidShareMax: null, endings: [] };

type Limits = Omit<typeof open, 'dailyCap' | 'paidShareMax' | 'endings'> & {
  readonly dailyCap: number | null;
  readonly paidShareMax: number | null;
  readonly endings: readonly { readonly from: string; readonly cap: number | null }[];
};

describe('the votes that are left', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  async function votesLeft(limits: Limits, cast: typeof nothing, moment = at) {
    const { rows } = await database.appPool.query(
      `SELECT l.day_votes AS "dayVotes", l.free, l.daily_cap AS "dailyCap", l.paid_share AS "paidShare", l.ending,
              l.ending_until AS "endingUntil"
         FROM jsonb_populate_record(NULL::ledger.period, $1) p
        CROSS JOIN ledger.votes_left(p, $2, $3, $4, $5, $6, $7) l`,
      [
        JSON.stringify({
          time_zone: limits.timeZone,
          daily_cap: limits.dailyCap,
          free_per_day: limits.freePerDay,
          paid_share_max: limits.paidShareMax,
          ending_from: limits.endings.map(({ from }) => from),
          ending_caps: limits.endings.map(({ cap }) => cap),
        }),
        cast.day,
        cast.dayVotes,
        cast.dayFree,
        cast.endingStep,
        cast.endingVotes,
        moment,
      ],
    );
    return rows[0];
  }

  test('are not limited where there is no limit', async () => {
    expect(await votesLeft(open, { ...nothing, dayVotes: 9_999 })).toEqual({
      dayVotes: 9_999,
      free: 0,
      dailyCap: null,
      paidShare: null,
      ending: null,
      endingUntil: null,
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
    expect(await votesLeft(limits, cast, '2026-11-21T15:59:59Z')).toMatchObject({
      dayVotes: 20,
      dailyCap: 30,
      free: 0,
    });
    expect(await votesLeft(limits, cast, '2026-11-21T16:00:00Z')).toMatchObject({ dayVotes: 0, dailyCap: 50, free: 3 });
    // What was received before midnight but comes after what was received later counts to the later day.
    expect(await votesLeft(limits, cast, '2026-11-20T12:00:00Z')).toMatchObject({ dayVotes: 20, dailyCap: 30 });
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

  describe('near the end', () => {
    const minutesOn = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000);
    const endings = [
      { from: minutesOn(60).toISOString(), cap: 200 },
      { from: minutesOn(110).toISOString(), cap: 50 },
      { from: minutesOn(120).toISOString(), cap: null },
    ];
    const left = (minutes: number, cast = nothing) =>
      votesLeft({ ...open, endings }, cast, minutesOn(minutes).toISOString());

    test('are not limited before the first stretch', async () => {
      expect(await left(59)).toMatchObject({ ending: null });
    });

    test('restart in each stretch, and name its end', async () => {
      const cast = { ...nothing, endingStep: 1, endingVotes: 180 };
      expect(await left(60)).toMatchObject({ ending: 200, endingUntil: minutesOn(110) });
      expect(await left(60, cast)).toMatchObject({ ending: 20, endingUntil: minutesOn(110) });
      expect(await left(110, cast)).toMatchObject({ ending: 50, endingUntil: minutesOn(120) });
    });

    test('are not limited after the end of the round', async () => {
      expect(await left(120, { ...nothing, endingStep: 2, endingVotes: 50 })).toMatchObject({ ending: null });
    });

    test('of a vote that was received earlier but asked about later count to the later stretch', async () => {
      expect(await left(109, { ...nothing, endingStep: 2, endingVotes: 10 })).toMatchObject({ ending: 40 });
    });
  });
});
