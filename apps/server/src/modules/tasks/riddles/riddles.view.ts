import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import type { Completion, CompletionCheck } from '#/modules/tasks/completion-check.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';
import { findRound, listRiddles, rightCountOf, roundColumns } from './riddles.store.ts';
import {
  type Riddle,
  type RiddleRound,
  placesLeft,
  roundState,
  type Unlock,
  type MyAnswers,
  isSettled,
  lastSettledClosing,
} from './riddle-round.rules.ts';

type RiddleList = DataOf<Contract['POST /task/api/v1/riddle/getRiddleList']>;
type FanRound = RiddleRound & { readonly unlocked: boolean };

/** The latest opened rounds in one list; older ones are history. */
const mostOpened = 20;

/** The coming rounds in a list; however many are planned, they displace no open one. */
const mostComing = 5;

/**
 * Reads the latest and the next rounds, in order of opening. Riddles are included for fans who unlocked their round,
 * and for everyone once it has closed. Solutions are in another table, which this does not read.
 * @param fanId undefined for an anonymous caller
 */
export async function readRiddleList(
  db: Kysely<DB>,
  { fanId, language, at }: { readonly fanId: number | undefined; readonly language: Language; readonly at: Date },
): Promise<RiddleList> {
  const rounds = db
    .selectFrom('riddle_round')
    .leftJoin('riddle_unlock as mine', (join) =>
      join.onRef('mine.round_id', '=', 'riddle_round.id').on('mine.fan_id', '=', fanId ?? null),
    )
    .select([...roundColumns, (where) => where('mine.fan_id', 'is not', null).as('unlocked')])
    .$castTo<FanRound>();
  const opened = await rounds.where('opens_at', '<=', at).orderBy('opens_at', 'desc').limit(mostOpened).execute();
  const coming = await rounds.where('opens_at', '>', at).orderBy('opens_at').limit(mostComing).execute();
  const all = [...opened.toReversed(), ...coming];
  const visible = all.filter((round) => round.unlocked || roundState(round, at) === 'closed');
  const riddles = Map.groupBy(
    await listRiddles(
      db,
      visible.map((round) => round.roundId),
    ),
    (riddle) => riddle.roundId,
  );
  return { rounds: all.map((round) => roundView(round, riddles.get(round.roundId), { language, at })) };
}

function roundView(
  round: FanRound,
  riddles: readonly Riddle[] | undefined,
  { language, at }: { language: Language; at: Date },
): RiddleList['rounds'][number] {
  return {
    roundId: round.roundId,
    title: round.title[language],
    description: round.description[language],
    state: roundState(round, at),
    opensAt: round.opensAt.toISOString(),
    closesAt: round.closesAt.toISOString(),
    price: round.price,
    rewards: [...round.rewards],
    placesLeft: placesLeft(round),
    riddleCount: round.rewards.length,
    unlocked: round.unlocked,
    riddles: riddles?.map(({ riddleId, text, hint }) => ({ riddleId, text: text[language], hint: hint[language] })),
  };
}

type RiddleStatus = DataOf<Contract['POST /task/api/v1/riddle/getUserRiddleStatus']>;
type StatusRow = Unlock & { readonly answered: number; readonly riddleCount: number };

/** Reads a fan's state in each unlocked round, the latest first. */
export async function readRiddleStatus(db: Kysely<DB>, fanId: number): Promise<RiddleStatus> {
  const { rows } = await sql<StatusRow>`
    select u.round_id as "roundId", u.unlocked_at as "unlockedAt", u.marked_at as "markedAt",
           u.right_count as "rightCount", u.reward, u.shown_at as "shownAt",
           cardinality(u.rewards) as "riddleCount",
           (select count(*)::integer from riddle_answer a
             where a.fan_id = u.fan_id and a.round_id = u.round_id) as answered
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.fan_id = ${fanId}
     order by r.opens_at desc`.execute(db);
  return { rounds: rows.map(statusView) };
}

function statusView(row: StatusRow): RiddleStatus['rounds'][number] {
  const { rightCount, reward } = row;
  return {
    roundId: row.roundId,
    unlockedAt: row.unlockedAt.toISOString(),
    answered: row.answered,
    riddleCount: row.riddleCount,
    result: rightCount === null || reward === null ? null : { right: rightCount, reward },
    popShown: row.shownAt !== null,
  };
}

type MyAnswersRow = { riddleId: string; answer: string; answeredAt: Date; right: boolean | null };

/**
 * Reads a fan's last answers in an unlocked round, in the order of its riddles. The right ones are not read before the
 * marking.
 */
export async function readMyAnswers(
  db: Kysely<DB>,
  { fanId, roundId }: { readonly fanId: number; readonly roundId: string },
): Promise<MyAnswers> {
  if (!(await findRound(db, roundId))) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const unlock = await db
    .selectFrom('riddle_unlock')
    .select('marked_at')
    .where('fan_id', '=', fanId)
    .where('round_id', '=', roundId)
    .executeTakeFirst();
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');

  const right = unlock.marked_at
    ? sql`(select a.normalised = any(s.accepted) from riddle_solution s where s.riddle_id = a.riddle_id)`
    : sql`null::boolean`;
  const { rows } = await sql<MyAnswersRow>`
    select a.riddle_id as "riddleId", a.answer, a.answered_at as "answeredAt", ${right} as right
      from riddle_answer a join riddle on riddle.id = a.riddle_id
     where a.fan_id = ${fanId} and a.round_id = ${roundId}
     order by riddle.position, riddle.id`.execute(db);
  return { roundId, answers: rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() })) };
}

type CorrectAnswers = DataOf<Contract['POST /task/api/v1/riddle/getCorrectAnswers']>;

/** Reads a round's solutions, once no fan can answer any more. */
export async function readCorrectAnswers(
  db: Kysely<DB>,
  { roundId, at, language }: { readonly roundId: string; readonly at: Date; readonly language: Language },
): Promise<CorrectAnswers> {
  const round = await findRound(db, roundId);
  if (!round) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  if (!isSettled(round, at)) throw new Refusal('RIDDLE_ROUND_NOT_CLOSED');
  const rows = await db
    .selectFrom('riddle')
    .innerJoin('riddle_solution as solution', 'solution.riddle_id', 'riddle.id')
    .select((columns) => [
      'riddle.id as riddleId',
      columns.ref('solution.answer').$castTo<Readonly<Record<Language, string>>>().as('answer'),
    ])
    .where('riddle.round_id', '=', roundId)
    .orderBy('riddle.position')
    .orderBy('riddle.id')
    .execute();
  return { roundId, answers: rows.map(({ riddleId, answer }) => ({ riddleId, answer: answer[language] })) };
}

type Title = Readonly<Record<Language, string>>;

/** Reads the reward of a fan's right answers in settled rounds that are not marked yet. */
export async function readPendingRiddlePoints(
  db: Kysely<DB>,
  { fanId, at, language }: { readonly fanId: number; readonly at: Date; readonly language: Language },
): Promise<PendingPoints[]> {
  const { rows } = await sql<{ title: Title; points: number; closesAt: Date }>`
    select r.title, u.rewards[${rightCountOf}] as points, r.closes_at as "closesAt"
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.fan_id = ${fanId} and u.marked_at is null and r.closes_at <= ${lastSettledClosing(at)}
       and u.rewards[${rightCountOf}] > 0
     order by r.closes_at desc`.execute(db);
  return rows.map(({ title, points, closesAt }) => ({
    kind: 'riddle',
    title: title[language],
    points,
    since: closesAt.toISOString(),
  }));
}

/** Reads the titles of rounds by the keys of their rewards. */
export async function readRiddleTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { readonly fanId: number; readonly keys: readonly string[]; readonly language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('riddle_unlock as mine')
    .innerJoin('riddle_round as round', 'round.id', 'mine.round_id')
    .select((columns) => ['mine.reward_key as key', columns.ref('round.title').$castTo<Title>().as('title')])
    .where('mine.fan_id', '=', fanId)
    .where('mine.reward_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}

/** Returns the rounds a fan has unlocked, each an occurrence of its task; one without reward has lapsed. */
export const riddleParticipations: ParticipationSource = (fanId) => sql`
  select r.task_id, u.round_id, coalesce(u.marked_at, u.unlocked_at), u.reward,
         case when u.marked_at is null then 'started' when u.reward > 0 then 'awarded' else 'lapsed' end
    from riddle_unlock u join riddle_round r on r.id = u.round_id
   where u.fan_id = ${fanId}`;

const riddleType = 50;

type Latest = {
  readonly taskId: string;
  readonly open: boolean;
  readonly riddleCount: number;
  readonly answered: number;
  readonly reward: number | null;
};

/**
 * Checks a fan's progress with the riddles of a task: in the open round, else the last one. The marking pays rewards, so
 * there is nothing to claim.
 */
export const riddleCompletionCheck: CompletionCheck = {
  typeIds: new Set([riddleType]),
  async check(db, { fanId, tasks, at }) {
    const latest = await readLatestRounds(db, { fanId, taskIds: tasks.map(({ taskId }) => taskId), at });
    return new Map(latest.map((round) => [round.taskId, completionOf(round)]));
  },
};

/** Reads the latest opened round of each task. */
async function readLatestRounds(
  db: Kysely<DB>,
  { fanId, taskIds, at }: { fanId: number | undefined; taskIds: readonly string[]; at: Date },
): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select distinct on (r.task_id) r.task_id as "taskId", r.closes_at > ${at} as open,
           cardinality(r.rewards) as "riddleCount", u.reward,
           (select count(*)::integer from riddle_answer a
             where a.fan_id = u.fan_id and a.round_id = r.id) as answered
      from riddle_round r left join riddle_unlock u on u.round_id = r.id and u.fan_id = ${fanId ?? null}::bigint
     where r.task_id = any(${taskIds}::text[]) and r.opens_at <= ${at}
     order by r.task_id, r.opens_at desc`.execute(db);
  return rows;
}

function completionOf({ open, riddleCount, answered, reward }: Latest): Completion {
  if (open) return { state: 'available', progress: { done: answered, total: riddleCount } };
  return { state: reward !== null && reward > 0 ? 'awarded' : 'stayTuned' };
}
