import { createHash } from 'node:crypto';
import type { Simulation } from '#/modules/content/index.ts';
import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';

/** A row of a fan without sign-in. */
export type SimulatedFan = {
  accountId: string;
  fanCode: string;
  nickname: string;
  language: string;
  avatarSeed: string;
};

/** The letters of fan codes, without O, I, 0 and 1, because they are read aloud. */
const fanCodeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Invents the fans of a simulation, the same every time. Their ids also derive from the pack's name, so that two packs
 * differ.
 */
export function inventFans(
  packName: string,
  { seed, fans, nicknames }: Pick<Simulation, 'seed' | 'fans' | 'nicknames'>,
): SimulatedFan[] {
  return Array.from({ length: fans }, (_, index) => {
    const digest = createHash('sha256').update(`${packName}/${seed}/${index}`).digest();
    const random = randomFromSeed(seed, `fan ${index}`);
    const [first, second] = [random.pick(asChoices(nicknames.first)), random.pick(asChoices(nicknames.second))];
    return {
      accountId: digest.toString('hex').slice(0, 24),
      fanCode: [...digest.subarray(16, 24)].map((byte) => fanCodeLetters[byte % fanCodeLetters.length]).join(''),
      nickname: `${first}${second}${Math.floor(random.between(1, 100))}`,
      language: /\p{Script=Han}/u.test(second) ? 'zh_TW' : 'en_US',
      avatarSeed: digest.toString('hex').slice(24, 36),
    };
  });
}

function asChoices(words: readonly string[]): readonly [string, ...string[]] {
  const [first = '', ...others] = words;
  return [first, ...others];
}

/** What the votes of an activity are planned from. */
type VotePlan = Pick<Simulation, 'seed' | 'fans' | 'votes' | 'popularity'>;

/** A vote of the simulated history. */
export type PlannedVote = {
  /** The index of its simulated fan. */
  readonly fan: number;
  readonly idolId: string;
  readonly num: number;
  readonly receivedAt: Date;
};

type VotingWindow = {
  readonly opensAt: Date;
  readonly until: Date;
  readonly timeZone: string;
  readonly dailyCap: number | null;
};

const hourMs = 3_600_000;

/** Relative activity by hour of the fans' day: lowest at four, highest at nine in the evening. */
const livelinessOfHours = [6, 3, 2, 1, 1, 1, 2, 4, 6, 6, 6, 7, 10, 9, 7, 7, 8, 10, 13, 16, 20, 24, 19, 12];

/** A simulation ends in a rush at any hour, so that ranks still change in the demo. */
const rushMs = 2 * hourMs;
const rushLiveliness = 48;

/** Amounts of votes: mostly the three free ones or a ticket's ten, sometimes all savings. */
const usualNums = [1, 3, 3, 3, 5, 10, 10, 10, 10, 20, 20, 30, 50, 50, 80, 100, 100, 150, 200, 300] as const;

/**
 * Generates the votes from the opening to an instant: more in the evenings and towards the end, with each idol's share
 * changed by her momentum. Deterministic for a simulation and window.
 * All fans vote once before any votes again, so that each slice of `fans` votes from a multiple of `fans` has distinct
 * fans.
 */
export function planVotes(simulation: VotePlan, window: VotingWindow): PlannedVote[] {
  const choice = randomFromSeed(simulation.seed, 'choices');
  const lengthMs = window.until.getTime() - window.opensAt.getTime();
  const cap = window.dailyCap ?? Number.POSITIVE_INFINITY;
  const castOfDay = new Map<string, number>();
  const turns = planTurns(simulation, window);
  const turnsOfDay = countBy(turns, ({ fanDay }) => fanDay);

  return turns.flatMap(({ fan, fanDay, receivedAt }) => {
    const idolId = pickIdol(
      simulation.popularity,
      (receivedAt.getTime() - window.opensAt.getTime()) / lengthMs,
      choice,
    );
    const cast = castOfDay.get(fanDay) ?? 0;
    // Each later vote of the day keeps at least one vote of the cap.
    const later = (turnsOfDay.get(fanDay) ?? 0) - 1;
    turnsOfDay.set(fanDay, later);
    const num = Math.min(choice.pick(usualNums), Math.max(cap - cast - later, 1), cap - cast);
    castOfDay.set(fanDay, cast + num);
    return num > 0 ? [{ fan, idolId, num, receivedAt }] : [];
  });
}

type VoteTurn = { readonly fan: number; readonly receivedAt: Date; readonly fanDay: string };

/** Determines who votes when, and the fan's day of each vote. */
function planTurns(simulation: VotePlan, window: VotingWindow): VoteTurn[] {
  const order = randomFromSeed(simulation.seed, 'order of fans');
  const dayOf = formatter(window.timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  let round: number[] = [];
  return planTimes(simulation, window).map((receivedAt, index) => {
    if (index % simulation.fans === 0) round = shuffle(simulation.fans, order);
    const fan = round[index % simulation.fans] ?? 0;
    return { fan, receivedAt, fanDay: `${fan} ${dayOf.format(receivedAt)}` };
  });
}

function countBy<Counted>(all: readonly Counted[], keyOf: (one: Counted) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

/** Moments inside the window, from the earliest to the latest. */
function planTimes({ seed, votes }: VotePlan, { opensAt, until, timeZone }: VotingWindow): Date[] {
  const [startMs, endMs] = [opensAt.getTime(), until.getTime()];
  const hourOf = formatter(timeZone, { hour: 'numeric', hourCycle: 'h23' });
  const cumulative: number[] = [];
  let total = 0;
  for (let ms = startMs; ms < endMs; ms += hourMs) {
    const usual = livelinessOfHours[Number(hourOf.format(ms))] ?? 0;
    const liveliness = endMs - ms <= rushMs ? Math.max(usual, rushLiveliness) : usual;
    const growth = 0.5 + ((ms - startMs) / (endMs - startMs)) ** 2;
    // The last hour may be partial, and is proportionally less active.
    total += liveliness * growth * Math.min(1, (endMs - ms) / hourMs);
    cumulative.push(total);
  }
  const random = randomFromSeed(seed, 'times');
  const timesMs = Array.from({ length: votes }, () => {
    const hour = indexReaching(cumulative, random.next() * total);
    const beginsMs = startMs + hour * hourMs;
    return Math.floor(beginsMs + random.next() * Math.min(hourMs, endMs - beginsMs));
  });
  return timesMs.toSorted((one, other) => one - other).map((ms) => new Date(ms));
}

/** Draws an idol by weight and momentum; `progress` is 0 at the opening and 1 at the end. */
export function pickIdol(
  popularity: Simulation['popularity'],
  progress: number,
  random: Pick<SeededRandom, 'next'>,
): string {
  const idols = Object.entries(popularity);
  const cumulative: number[] = [];
  let total = 0;
  for (const [, { weight, momentum }] of idols) {
    total += weight * (1 + momentum * (2 * progress - 1));
    cumulative.push(total);
  }
  const picked = idols[indexReaching(cumulative, random.next() * total)];
  if (!picked) throw new Error('A simulation needs at least one idol');
  return picked[0];
}

/** Returns the first position whose running sum is above a value. */
function indexReaching(cumulative: readonly number[], value: number): number {
  let [low, high] = [0, Math.max(cumulative.length - 1, 0)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the numbers from 0 to below `length` in an order drawn by Fisher and Yates. */
function shuffle(length: number, random: SeededRandom): number[] {
  const numbers = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(random.between(0, last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}

function formatter(timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
}
