import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { keyset, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { accountRows, lockRemainingFan } from '#/modules/identity/index.ts';
import { notify } from '#/modules/notices/index.ts';

export type InviteRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/userInviteRecords']>;
export type InviteState = InviteRecords['list'][number]['state'];

/** An operator's promise for invited friends: Points, and the most rewarded friends per fan. */
type InviteTerms = { readonly reward: number; readonly mostRewarded: number };

/** The terms without a content pack. */
const noTerms: InviteTerms = { reward: 0, mostRewarded: 0 };

/**
 * Invites stay, because they explain payments; of an erased fan they show the pseudonym. Pending ones lapse. The fan is
 * locked first, as for a reward, so that one waits for the other.
 */
export const invitePersonalData: PersonalData = {
  erased: [],
  kept: { invite: 'Says for whom an inviter was rewarded; both fans stand in it by their number alone.' },
  async erase(tx, { id }, now) {
    await lockRemainingFan(tx, id);
    await lapsePending(tx, id, now);
  },
  async copy(db, { fan, mostRows }) {
    return { invites: await listNewestInvites(db, fan.id, mostRows) };
  },
};

/** Returns the inviter's last used place; 0 before the first. */
export const lastPlace = (inviterId: number): RawBuilder<number> =>
  sql`(select coalesce(max(p.place), 0) from invite p where p.inviter_id = ${inviterId})`;

/** Whether the newcomer of an invite `i` has a counted vote, neither quarantined nor voided. */
const newcomerHasCounted = sql`has_counted_vote(i.newcomer_id)`;

/** Reads the current invite terms. */
export async function readTerms(db: Kysely<DB>): Promise<InviteTerms> {
  const terms = await db
    .selectFrom('invite_terms')
    .select(['reward', 'most_rewarded as mostRewarded'])
    .executeTakeFirst();
  return terms ?? noTerms;
}

/** Inserts an invite: pending, or over the limit at once if its inviter has no place left. */
async function insertInvite(
  tx: Transaction<DB>,
  invite: InviteTerms & {
    readonly newcomerId: number;
    readonly inviterId: number;
    readonly key: string;
    readonly joinedAt: Date;
  },
): Promise<void> {
  const { newcomerId, inviterId, reward, mostRewarded, key, joinedAt } = invite;
  await sql`
    insert into invite (newcomer_id, inviter_id, reward, most_rewarded, key, joined_at, state, settled_at)
    select ${newcomerId}, ${inviterId}, ${reward}, ${mostRewarded}, ${key}, ${joinedAt},
           case when is_full then 'overLimit' else 'pending' end, case when is_full then ${joinedAt}::timestamptz end
      from (select ${lastPlace(inviterId)} >= ${mostRewarded}::integer as is_full) places`.execute(tx);
}

export type Invite = { readonly newcomerId: number; readonly inviterId: number };
/** A pending invite, and whether it is due: its newcomer has a counted vote. */
export type PendingInvite = Invite & { readonly isEarned: boolean };

type NewcomerSection = Section<Pick<Invite, 'newcomerId'>>;
const byNewcomer = keyset<Pick<Invite, 'newcomerId'>>({ newcomerId: 'newcomer_id' });

export async function listPendingInvites(db: Kysely<DB>, section: NewcomerSection): Promise<PendingInvite[]> {
  const { rows } = await pendingInvitesSection(section).execute(db);
  return rows;
}

/**
 * Lists a section of the pending invites, oldest first, by a partial index. Cost: the section, earned or not. Simulated newcomers
 * and erased inviters are left out.
 */
export function pendingInvitesSection({ after, most }: NewcomerSection): RawBuilder<PendingInvite> {
  return sql`
    select i.newcomer_id as "newcomerId", i.inviter_id as "inviterId",
           not inviter.simulated and inviter.erased_at is null and not newcomer.simulated
             and ${newcomerHasCounted} as "isEarned"
      from (select newcomer_id, inviter_id from invite
             where state = 'pending' and ${byNewcomer.isAfter(after)}
             ${byNewcomer.first(most)}) i
      join ${accountRows} inviter on inviter.id = i.inviter_id
      join ${accountRows} newcomer on newcomer.id = i.newcomer_id
     order by i.newcomer_id`;
}

type SettledInvite = {
  readonly state: 'rewarded' | 'overLimit';
  readonly place: number | null;
  readonly reward: number;
  readonly key: string;
};

/**
 * Gives a pending invite the inviter's next place, or marks it over the limit; undefined when it was settled before. The
 * inviter must be locked.
 */
export async function settlePending(
  tx: Transaction<DB>,
  { newcomerId, inviterId }: Invite,
  settledAt: Date,
): Promise<SettledInvite | undefined> {
  const { rows } = await sql<SettledInvite>`
    update invite i
       set state = case when next.place <= i.most_rewarded then 'rewarded' else 'overLimit' end,
           place = case when next.place <= i.most_rewarded then next.place end,
           settled_at = ${settledAt}
      from (select ${lastPlace(inviterId)} + 1 as place) next
     where i.newcomer_id = ${newcomerId} and i.state = 'pending'
    returning i.state, i.place, i.reward, i.key`.execute(tx);
  return rows[0];
}

/** Settles an inviter's pending invites beyond the last place. The inviter must be locked. */
export async function settleOverLimit(
  tx: Transaction<DB>,
  { inviterId, place }: { readonly inviterId: number; readonly place: number },
  settledAt: Date,
): Promise<void> {
  await tx
    .updateTable('invite')
    .set({ state: 'overLimit', settled_at: settledAt })
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'pending')
    .where('most_rewarded', '<=', place)
    .execute();
}

/**
 * Lapses pending invites of a fan in erasure: all as an inviter, and the unearned one as a newcomer. The fan must be
 * locked.
 */
async function lapsePending(tx: Transaction<DB>, fanId: number, settledAt: Date): Promise<void> {
  await sql`
    update invite i set state = 'lapsed', settled_at = ${settledAt}
     where i.state = 'pending'
       and (i.inviter_id = ${fanId} or (i.newcomer_id = ${fanId} and not ${newcomerHasCounted}))`.execute(tx);
}

type NewInvite = { readonly newcomerId: number; readonly inviterId: number; readonly joinedAt: Date };

/**
 * Records the invite in the sign-up's transaction with its promised reward: pending until the newcomer's first counted
 * vote, or over the limit at once. Tells the inviter.
 */
export async function addInvite(tx: Transaction<DB>, { newcomerId, inviterId, joinedAt }: NewInvite): Promise<void> {
  const terms = await readTerms(tx);
  const key = uuidV7(joinedAt);
  await insertInvite(tx, { ...terms, newcomerId, inviterId, joinedAt, key });
  await notify(tx, { kind: 'friendJoined', subject: key, fans: [{ fanId: inviterId, parameters: {} }], at: joinedAt });
}

/** Lists a fan's newest invites and their total. The newcomers' identities are their own data. */
async function listNewestInvites(db: Kysely<DB>, inviterId: number, most: number) {
  const invites = db.selectFrom('invite').where('inviter_id', '=', inviterId);
  const { total } = await invites.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await invites
    .select(['joined_at as joinedAt', 'state', 'reward'])
    .orderBy('newcomer_id', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })) };
}
