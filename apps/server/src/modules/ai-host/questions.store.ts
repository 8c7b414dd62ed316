import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { presentFaceRows } from '#/modules/identity/index.ts';

/** Finds the question that a fan has asked under a client id. */
export async function findAsked(
  tx: Transaction<DB>,
  { fanId, clientId }: { readonly fanId: number; readonly clientId: string },
): Promise<{ readonly id: number; readonly text: string } | undefined> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, text from ai_question where fan_id = ${fanId} and client_id = ${clientId}`.execute(tx);
  return rows[0];
}

type QuestionCounts = {
  /** The fan's questions without an answer yet. */
  readonly open: number;
  /** The fan's questions of the day. */
  readonly today: number;
  /** The waiting questions of all fans. */
  readonly waiting: number;
};

/** Counts the questions by which it is decided whether a fan may ask another one. */
export async function countQuestions(
  tx: Transaction<DB>,
  { fanId, day }: { readonly fanId: number; readonly day: string },
): Promise<QuestionCounts> {
  const { rows } = await sql<QuestionCounts>`
    select count(*) filter (where fan_id = ${fanId} and over_at is null) as open,
           count(*) filter (where fan_id = ${fanId} and day = ${day}::date and not is_private) as today,
           count(*) filter (where state = 'waiting') as waiting
      from ai_question where fan_id = ${fanId} or over_at is null`.execute(tx);
  return rows[0] ?? { open: 0, today: 0, waiting: 0 };
}

type NewQuestion = {
  readonly fanId: number;
  readonly clientId: string;
  readonly text: string;
  readonly language: Language;
  readonly state: 'waiting' | 'held' | 'answered';
  readonly isPrivate: boolean;
  readonly offersHelp: boolean;
  readonly heldFor: 'filter' | null;
  readonly askedAt: Date;
  readonly day: string;
  readonly overAt: Date | null;
};

/** Returns the id. */
export async function addQuestion(tx: Transaction<DB>, question: NewQuestion): Promise<number> {
  const { fanId, clientId, text, language, state, isPrivate, offersHelp, heldFor, askedAt, day, overAt } = question;
  const { rows } = await sql<{ id: number }>`
    insert into ai_question (fan_id, client_id, text, language, state, is_private, offers_help, held_for, asked_at, day,
      over_at)
    values (${fanId}, ${clientId}, ${text}, ${language}, ${state}, ${isPrivate}, ${offersHelp}, ${heldFor}, ${askedAt},
            ${day}::date, ${overAt})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A question was inserted without an id');
  return row.id;
}

type LockedQuestion = { readonly fanId: number | null; readonly state: string; readonly isPrivate: boolean };

/** Locks a question against the host, operators and other fans until the commit. */
export async function lockQuestion(tx: Transaction<DB>, questionId: number): Promise<LockedQuestion | undefined> {
  const { rows } = await sql<LockedQuestion>`
    select fan_id as "fanId", state, is_private as "isPrivate" from ai_question
     where id = ${questionId} for no key update`.execute(tx);
  return rows[0];
}

/** Locks a question of a fan in the same way; `isAnswered` tells that the host has picked it. */
export async function lockOwnQuestion(
  tx: Transaction<DB>,
  { questionId, fanId }: { readonly questionId: number; readonly fanId: number },
): Promise<{ readonly state: string; readonly isAnswered: boolean } | undefined> {
  const { rows } = await sql<{ state: string; isAnswered: boolean }>`
    select state, picked_at is not null as "isAnswered" from ai_question
     where id = ${questionId} and fan_id = ${fanId} for no key update`.execute(tx);
  return rows[0];
}

/** Marks a locked question as taken back by its fan. */
export async function markWithdrawn(tx: Transaction<DB>, questionId: number, at: Date): Promise<void> {
  await sql`update ai_question set state = 'withdrawn', over_at = ${at} where id = ${questionId}`.execute(tx);
}

type Hand = { readonly fanId: number; readonly questionId: number; readonly raised: boolean; readonly at: Date };

/** Puts a fan's hand for a locked question up or down, as far as it is not. Returns the number of hands. */
export async function setHand(tx: Transaction<DB>, { fanId, questionId, raised, at }: Hand): Promise<number> {
  const { numAffectedRows: changed = 0n } = raised
    ? await sql`
        insert into ai_hand (question_id, fan_id, raised_at) values (${questionId}, ${fanId}, ${at})
        on conflict do nothing`.execute(tx)
    : await sql`delete from ai_hand where question_id = ${questionId} and fan_id = ${fanId}`.execute(tx);
  const by = Number(changed) * (raised ? 1 : -1);
  const { rows: counts } = await sql<{ hands: number }>`
    update ai_question set hands = hands + ${by} where id = ${questionId} returning hands`.execute(tx);
  return counts[0]?.hands ?? 0;
}

type Consent = { readonly fanId: number; readonly agreed: boolean; readonly at: Date };

/** Keeps or withdraws a fan's consent. Every reading asks for it, so a withdrawal removes shown questions at once. */
export async function setConsent(tx: Transaction<DB>, { fanId, agreed, at }: Consent): Promise<void> {
  if (agreed) {
    await sql`insert into ai_feature_consent (fan_id, agreed_at) values (${fanId}, ${at})
      on conflict do nothing`.execute(tx);
  } else {
    await sql`delete from ai_feature_consent where fan_id = ${fanId}`.execute(tx);
  }
}

/** The days in which a fan is featured at most once. */
const daysBetween = 7;

/**
 * Writes the featured fan of a day, once: of the answered questions of fans who agree, the one with the most raised hands, the
 * earlier of equals. Returns the row that was written; its `fanId` is null where no question qualifies.
 */
export async function addFeatured(
  tx: Transaction<DB>,
  day: string,
  at: Date,
): Promise<{ readonly fanId: number | null; readonly hands: number } | undefined> {
  const { rows } = await sql<{ fanId: number | null; hands: number }>`
    with chosen as (
      select q.fan_id, q.id, q.hands
        from ai_question q
        join ai_feature_consent c on c.fan_id = q.fan_id
        join ${presentFaceRows} f on f.id = q.fan_id
        join ai_answer a on a.question_id = q.id and a.hidden_at is null
       where q.day = ${day}::date and q.state = 'answered' and not q.is_private and q.hands > 0
         and not exists (select from ai_featured_fan d
                          where d.fan_id = q.fan_id and d.day > ${day}::date - ${daysBetween}::integer)
       order by q.hands desc, q.asked_at, q.id limit 1
    )
    insert into ai_featured_fan (day, fan_id, question_id, hands, decided_at)
    select ${day}::date, c.fan_id, c.id, c.hands, ${at} from (select) one left join chosen c on true
    on conflict (day) do nothing
    returning fan_id as "fanId", hands`.execute(tx);
  return rows[0];
}

/** Detaches questions from an older one that they were merged into, so that it can be deleted: they may be younger. */
export async function detachMergedBefore(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`
    update ai_question q set state = 'withdrawn', merged_into = null
      from ai_question other where other.id = q.merged_into and other.asked_at < ${before}`.execute(db);
}

/** Removes the fan from questions that were public, and deletes the rest. */
export async function forgetAsker(tx: Transaction<DB>, fanId: number, now: Date): Promise<void> {
  await sql`update ai_question set state = 'withdrawn', over_at = ${now}
             where fan_id = ${fanId} and state in ('waiting', 'held')`.execute(tx);
  // What only its fan could see goes with them.
  await sql`delete from ai_question q where fan_id = ${fanId} and state in ('withdrawn', 'refused', 'passed')
               and not exists (select from ai_question other where other.merged_into = q.id)`.execute(tx);
  await sql`delete from ai_question where fan_id = ${fanId} and is_private`.execute(tx);
  await sql`update ai_question set fan_id = null where fan_id = ${fanId}`.execute(tx);
  // A waiting question must not be picked by a hand that is gone; others keep the number by which they were.
  await sql`update ai_question q set hands = hands - 1 from ai_hand h
             where h.question_id = q.id and h.fan_id = ${fanId} and q.over_at is null and q.picked_at is null`.execute(
    tx,
  );
  await sql`delete from ai_hand where fan_id = ${fanId}`.execute(tx);
  await sql`delete from ai_answer_report where fan_id = ${fanId}`.execute(tx);
  await sql`delete from ai_feature_consent where fan_id = ${fanId}`.execute(tx);
  await sql`update ai_featured_fan set fan_id = null, question_id = null, hands = null where fan_id = ${fanId}`.execute(
    tx,
  );
}
