import { type Language, taskTypes } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import type { Completion, CompletionCheck, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { type InviteRecords, type InviteState, lastPlace, readTerms } from './invites.store.ts';

/** The upper bound of `most_rewarded`. */
const mostPlaces = 1000;

/**
 * Selects a fan's pending invites within the places left, earliest sign-up first, at most as many as places exist. The
 * range condition on one inviter keeps the planner from an index whose scan would cover everyone's pending invites.
 */
const selectExpected = (inviterId: number) => sql`
  select waiting.*
    from (select i.newcomer_id, i.reward, i.joined_at, i.most_rewarded,
                 row_number() over (order by i.newcomer_id) + given.last_place as place
            from (select * from invite
                   where inviter_id between ${inviterId} and ${inviterId} and state = 'pending'
                   order by inviter_id, newcomer_id
                   limit ${mostPlaces} - ${lastPlace(inviterId)}) i
           cross join (select ${lastPlace(inviterId)} as last_place) given) waiting
   where waiting.place <= waiting.most_rewarded`;

type InviteRow = {
  nickname: string;
  avatar_file: string | null;
  avatar_seed: string;
  reward: number;
  joined_at: Date;
  state: InviteState;
};

/**
 * Reads a page of the newcomers with a fan's code, newest first, with totals. A pending one without a place left is
 * over the limit, even if its newcomer votes. Lapsed ones are hidden. Cost: the fan's own invites.
 */
export async function readInviteRecords(
  db: Kysely<DB>,
  { fanId, ...asked }: PageRequest & { fanId: number },
): Promise<InviteRecords> {
  const totals = await readTotals(db, fanId);
  const page = await readPage(db, asked, {
    rows: sql<InviteRow>`
      select f.nickname, f.avatar_file, f.avatar_seed, i.reward, i.joined_at,
             case when i.state = 'pending' and given.last_place >= i.most_rewarded then 'overLimit'
                  else i.state end as state
        from invite i
        join ${faceRows} f on f.id = i.newcomer_id
       cross join (select ${lastPlace(fanId)} as last_place) given
       where i.inviter_id = ${fanId} and i.state <> 'lapsed'
       order by i.newcomer_id desc`,
    total: totals.invited,
  });
  const { reward, mostRewarded } = await readTerms(db);
  const list = page.list.map((row) => ({
    nickname: row.nickname,
    avatarUrl: avatarUrlOf(row),
    joinedAt: row.joined_at.toISOString(),
    state: row.state,
    points: row.reward,
  }));
  return { ...page, list, totals, terms: { points: reward, mostRewarded } };
}

/** Reads a fan's invited friends and the Points: paid, and pending within the places left. */
export async function readTotals(db: Kysely<DB>, fanId: number): Promise<InviteRecords['totals']> {
  const { rows } = await sql<InviteRecords['totals']>`
    select count(*) as invited, count(*) filter (where state = 'rewarded') as rewarded,
           (select coalesce(sum(reward), 0)::bigint from (${selectExpected(fanId)}) e) as "pendingPoints",
           coalesce(sum(reward) filter (where state = 'rewarded'), 0)::bigint as "rewardedPoints"
      from invite
     where inviter_id = ${fanId} and state <> 'lapsed'`.execute(db);
  return rows[0] ?? { invited: 0, rewarded: 0, pendingPoints: 0, rewardedPoints: 0 };
}

/** Reads the rewards a fan gets if their pending newcomers vote, within the places left. */
export async function readPendingInvitePoints(
  db: Kysely<DB>,
  { fanId, language }: { fanId: number; language: Language },
): Promise<PendingPoints[]> {
  const { rows } = await pendingInvites(fanId).execute(db);
  return rows.map((row) => ({
    kind: 'invite',
    title: inviteTitle(row.nickname, language),
    points: row.reward,
    since: row.joined_at.toISOString(),
  }));
}

/** Reads at most as many invites as places exist, however many a fan has. */
export function pendingInvites(inviterId: number): RawBuilder<Pick<InviteRow, 'nickname' | 'reward' | 'joined_at'>> {
  return sql`
    select f.nickname, e.reward, e.joined_at
      from (${selectExpected(inviterId)}) e
      join ${faceRows} f on f.id = e.newcomer_id
     order by e.newcomer_id desc`;
}

/** Newcomers for the rewards of the given keys. */
export async function readInviteTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; nickname: string }>`
    select i.key, f.nickname from invite i join ${faceRows} f on f.id = i.newcomer_id
     where i.inviter_id = ${fanId} and i.key = any(${keys}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.key, inviteTitle(row.nickname, language)]));
}

/** Returns an invite's title in lists of Points. */
function inviteTitle(nickname: string, language: Language): string {
  return language === 'zh_TW' ? `邀請了 ${nickname}` : `You invited ${nickname}`;
}

/** Counted friends of a fan: ever, today and this week. */
type FriendCounts = Readonly<Record<'once' | 'daily' | 'weekly', number>>;

/**
 * Counts the friends for tasks that ask for some. A friend counts when the inviter was paid after the first counted vote,
 * in the day and week of the payment. Friends beyond the inviter's limit bring nothing and do not count.
 * @param timeZone the platform's, which sets days and weeks
 */
export function createInviteCompletionCheck(timeZone: string): CompletionCheck {
  return {
    typeIds: new Set(taskTypes.invite),
    async check(db, { fanId, tasks, occurrences, at }) {
      if (fanId === undefined) return new Map(tasks.map((task) => [task.taskId, { state: 'available' }]));
      const counted = await countFriends(db, {
        fanId,
        since: { daily: startOfLocalDate(occurrences.daily, timeZone), weekly: startOfWeek(at, timeZone) },
      });
      const { pendingPoints } = await readTotals(db, fanId);
      return new Map(tasks.map((task) => [task.taskId, completionOf(task, { counted, pendingPoints })]));
    },
  };
}

function completionOf(
  { period, goal }: CompletionQuery['tasks'][number],
  { counted, pendingPoints }: { counted: FriendCounts; pendingPoints: number },
): Completion {
  const done = Math.min(counted[period], goal);
  return { state: done === goal ? 'completed' : 'available', progress: { done, total: goal }, pendingPoints };
}

/** Counts rewarded invites by the index of their places. */
async function countFriends(
  db: Kysely<DB>,
  { fanId, since }: { fanId: number; since: { readonly daily: Date; readonly weekly: Date } },
): Promise<FriendCounts> {
  const { rows } = await sql<FriendCounts>`
    select count(*) as once,
           count(*) filter (where settled_at >= ${since.daily}) as daily,
           count(*) filter (where settled_at >= ${since.weekly}) as weekly
      from invite
     where inviter_id = ${fanId} and place is not null`.execute(db);
  return rows[0] ?? { once: 0, daily: 0, weekly: 0 };
}
