import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';

export type InviteRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/userInviteRecords']>;
export type InviteState = InviteRecords['list'][number]['state'];

/** What an operator promises to whoever brings a friend: Points, and for how many friends at most. */
type InviteTerms = { readonly reward: number; readonly mostRewarded: number };

/** Before an operator has promised anything. */
const noTerms: InviteTerms = { reward: 0, mostRewarded: 0 };

/**
 * Invites stay: they tell what a friend was paid for, and of the fan who was erased no more than the pseudonym. What was
 * pending lapses. The fan is locked first, as for a reward, so that one of the two waits for the other.
 */
export const invitePersonalData: PersonalData = {
  erased: [],
  kept: { invite: 'Says for whom an inviter was rewarded; both fans stand in it by their number alone.' },
  async erase(tx, { id }, now) {
    await lockInviter(tx, id);
    await lapsePending(tx, id, now);
  },
  async copy(db, { fan, mostRows }) {
    return { invites: await listNewestInvites(db, fan.id, mostRows) };
  },
};

/** The last place that an inviter has given away; 0 before the first. */
export const lastPlace = (inviterId: number): RawBuilder<number> =>
  sql`(select coalesce(max(p.place), 0) from invite p where p.inviter_id = ${inviterId})`;

/** Whether the newcomer of an invite `i` has had a vote counted: not one that is in quarantine, or was voided. */
const newcomerHasCounted = sql`has_counted_vote(i.newcomer_id)`;

/** What an invite brings from now on. */
export async function readTerms(db: Kysely<DB>): Promise<InviteTerms> {
  const terms = await db
    .selectFrom('invite_terms')
    .select(['reward', 'most_rewarded as mostRewarded'])
    .executeTakeFirst();
  return terms ?? noTerms;
}

/** Writes an invite down: pending, or over the limit at once where its inviter has no place left for it. */
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
/** One that is pending, and whether it is to be paid: its newcomer has had a vote counted. */
export type PendingInvite = Invite & { readonly isEarned: boolean };

/** A page of the pending invites, in the order of their newcomers. */
type Page = {
  /** The newcomer of the last invite of the page before; 0 to begin. */
  readonly afterId: number;
  readonly most: number;
};

export async function listPendingInvites(db: Kysely<DB>, page: Page): Promise<PendingInvite[]> {
  const { rows } = await pendingInvitesPage(page).execute(db);
  return rows;
}

/**
 * The next pending invites, oldest first, by an index of pending ones alone. It costs the page, whether any of it is earned
 * or not. Simulated fans bring nothing, and nothing is brought to erased ones.
 */
export function pendingInvitesPage({ afterId, most }: Page): RawBuilder<PendingInvite> {
  return sql`
    select i.newcomer_id as "newcomerId", i.inviter_id as "inviterId",
           not inviter.simulated and inviter.erased_at is null and not newcomer.simulated and ${newcomerHasCounted} as "isEarned"
      from (select newcomer_id, inviter_id from invite
             where state = 'pending' and newcomer_id > ${afterId}
             order by newcomer_id
             limit ${most}) i
      join fan inviter on inviter.id = i.inviter_id
      join fan newcomer on newcomer.id = i.newcomer_id
     order by i.newcomer_id`;
}

/** Lets one transaction at a time give away an inviter's places. False when the inviter has been erased. */
export async function lockInviter(tx: Transaction<DB>, inviterId: number): Promise<boolean> {
  const inviter = await tx
    .selectFrom('fan')
    .select('id')
    .where('id', '=', inviterId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return inviter !== undefined;
}

type Settled = {
  readonly state: 'rewarded' | 'overLimit';
  readonly place: number | null;
  readonly reward: number;
  readonly key: string;
};

/**
 * Gives a pending invite the inviter's next place, or finds that there is none left; nothing when it was settled before.
 * The inviter must be locked.
 */
export async function settlePending(
  tx: Transaction<DB>,
  { newcomerId, inviterId }: Invite,
  settledAt: Date,
): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    update invite i
       set state = case when next.place <= i.most_rewarded then 'rewarded' else 'overLimit' end,
           place = case when next.place <= i.most_rewarded then next.place end,
           settled_at = ${settledAt}
      from (select ${lastPlace(inviterId)} + 1 as place) next
     where i.newcomer_id = ${newcomerId} and i.state = 'pending'
    returning i.state, i.place, i.reward, i.key`.execute(tx);
  return rows[0];
}

/** Settles an inviter's pending invites for which there is no place behind this one. The inviter must be locked. */
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
 * Lets lapse what is pending of a fan who is being erased: as an inviter all of it, as a newcomer what no counted vote has
 * earned yet. The fan must be locked.
 */
async function lapsePending(tx: Transaction<DB>, fanId: number, settledAt: Date): Promise<void> {
  await sql`
    update invite i set state = 'lapsed', settled_at = ${settledAt}
     where i.state = 'pending'
       and (i.inviter_id = ${fanId} or (i.newcomer_id = ${fanId} and not ${newcomerHasCounted}))`.execute(tx);
}

type NewInvite = { readonly newcomerId: number; readonly inviterId: number; readonly joinedAt: Date };

/**
 * Writes down, in the transaction of the sign-up, who brought the newcomer and what that is promised to bring: pending
 * until the newcomer's first counted vote, or over the limit where the inviter has no place left.
 */
export async function addInvite(tx: Transaction<DB>, { newcomerId, inviterId, joinedAt }: NewInvite): Promise<void> {
  const terms = await readTerms(tx);
  await insertInvite(tx, { ...terms, newcomerId, inviterId, joinedAt, key: uuidV7(joinedAt) });
}

/** Whom a fan brought, newest first, and how many in all. Who they are is theirs to tell. */
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
