import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { longestWaitMs, type Pace, type Pick, type WaitingQuestion } from './question.rules.ts';
import type { Gesture, SpokenAnswer } from './speech.ts';

/** How long a process runs the host before it must renew. Longer than the model may take. */
const leaseMs = 15_000;
/** An answer takes seconds; one that could not be written by then, by several owners, never will be. */
const longestAnsweringMs = 2 * 60_000;
/** A question or answer that no operator has looked at by then is passed. */
const longestHoldMs = 30 * 60_000;

export type HostRow = {
  readonly state: 'open' | 'paused' | 'ended';
  readonly holdAnswers: boolean;
  readonly owner: string | null;
  readonly fence: number;
  readonly leaseUntil: Date | null;
  readonly nextPickAt: Date;
  readonly spokenUntil: Date;
  readonly modelDay: string | null;
  readonly modelRequests: number;
  readonly modelTokens: number;
  readonly modelFailures: number;
  readonly modelRestsUntil: Date | null;
};

const columns = sql`state, hold_answers as "holdAnswers", owner, fence, lease_until as "leaseUntil",
  next_pick_at as "nextPickAt", spoken_until as "spokenUntil", model_day::text as "modelDay",
    model_requests as "modelRequests",
  model_tokens as "modelTokens", model_failures as "modelFailures", model_rests_until as "modelRestsUntil"`;

export async function readHost(db: Kysely<DB>): Promise<HostRow> {
  const { rows } = await sql<HostRow>`
    select ${columns} from ai_host`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The row of the AI host is missing');
  return row;
}

/** Returns whether anything waits for the host. Most of the time nothing does, and no process needs the lease. */
export async function hasWork(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from ai_question where over_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Takes or renews the lease.
 * @returns the fence with which this owner writes; undefined while another process runs the host
 */
export async function takeLease(db: Kysely<DB>, owner: string, at: Date): Promise<number | undefined> {
  const until = new Date(at.getTime() + leaseMs);
  const { rows } = await sql<{ fence: number }>`
    update ai_host set owner = ${owner}, lease_until = ${until},
           fence = fence + case when owner = ${owner} and lease_until > ${at} then 0 else 1 end
     where owner is null or lease_until <= ${at} or owner = ${owner}
    returning fence`.execute(db);
  return rows[0]?.fence;
}

/** Lets another process take over at once. */
export async function giveUpLease(db: Kysely<DB>, owner: string): Promise<void> {
  await sql`update ai_host set owner = null, lease_until = null where owner = ${owner}`.execute(db);
}

/**
 * Writes as the owner: nothing is written by a process whose lease another one has taken since.
 * @returns undefined when that has happened
 */
export async function asOwner<Result>(
  db: Kysely<DB>,
  fence: number,
  write: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from ai_host where fence = ${fence} for update`.execute(tx);
    return rows.length > 0 ? write(tx) : undefined;
  });
}

/** Passes what has waited too long, or what the end of the room leaves. */
export async function passOverdue(tx: Transaction<DB>, at: Date, isEnded: boolean): Promise<void> {
  await sql`
    update ai_question set state = 'passed', over_at = ${at},
           reason = case when state = 'held' then 'unseen' when ${isEnded} then 'ended' else 'time' end
     where (state = 'waiting' and (${isEnded} or asked_at <= ${new Date(at.getTime() - longestWaitMs)}))
        or (state = 'answering' and picked_at <= ${new Date(at.getTime() - longestAnsweringMs)})
        or (state = 'held' and over_at is null
            and coalesce(picked_at, asked_at) <= ${new Date(at.getTime() - longestHoldMs)})`.execute(tx);
}

export async function listWaiting(db: Kysely<DB>): Promise<WaitingQuestion[]> {
  const { rows } = await sql<WaitingQuestion>`
    select id, text, language, fan_id as "fanId", hands, asked_at as "askedAt", offers_help as "offersHelp"
      from ai_question
     where state = 'waiting' order by asked_at, id`.execute(db);
  return rows;
}

/** Reads the fan whose question was picked last. */
export async function readLastHeard(db: Kysely<DB>): Promise<number | null> {
  const { rows } = await sql<{ fanId: number | null }>`
    select fan_id as "fanId" from ai_question where picked_at is not null
      order by picked_at desc, id desc limit 1`.execute(db);
  return rows[0]?.fanId ?? null;
}

export type PickedQuestion = {
  readonly id: number;
  readonly text: string;
  readonly language: Language;
  readonly pickedAt: Date;
  /** Its fan sees help lines, and no model reads it. */
  readonly offersHelp: boolean;
};

/** Reads the question that is being answered; after a takeover it is the former owner's. */
export async function readAnswering(db: Kysely<DB>): Promise<PickedQuestion | undefined> {
  const { rows } = await sql<PickedQuestion>`
    select id, text, language, picked_at as "pickedAt", offers_help as "offersHelp" from ai_question
      where state = 'answering'`.execute(db);
  return rows[0];
}

/** Puts a question on the stage. A question that was withdrawn in between stays withdrawn, and nothing is picked. */
export async function savePick(tx: Transaction<DB>, { question, merged, pickedBy }: Pick, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update ai_question set state = 'answering', picked_at = ${at}, picked_by = ${pickedBy}
     where id = ${question.id} and state = 'waiting' returning id`.execute(tx);
  if (rows.length === 0) return false;
  if (merged.length > 0) {
    await sql`
      update ai_question set state = 'merged', merged_into = ${question.id}, over_at = ${at}
       where id = any(${merged.map(({ id }) => id)}) and state = 'waiting'`.execute(tx);
  }
  return true;
}

export type HostAnswer = {
  readonly questionId: number;
  readonly sentences: readonly string[];
  readonly gesture: Gesture;
  readonly outcome: SpokenAnswer['outcome'];
  readonly source: SpokenAnswer['source'];
  readonly suggestions: readonly string[];
  readonly mode: 'automatic' | 'model';
  /** Null in `automatic`. */
  readonly model: string | null;
};

/**
 * Saves the answer of a question, which has at most one, and shows it unless an operator sees it first.
 * @param startsAt null to hold it
 */
export async function saveAnswer(
  tx: Transaction<DB>,
  made: HostAnswer,
  { fence, at, startsAt }: { readonly fence: number; readonly at: Date; readonly startsAt: Date | null },
): Promise<void> {
  const { rows } = await sql`
    update ai_question set state = ${startsAt ? 'answered' : 'held'}, over_at = ${startsAt ? at : null},
           held_for = case when ${startsAt === null} then 'hold' else held_for end
     where id = ${made.questionId} and state = 'answering' returning id`.execute(tx);
  if (rows.length === 0) return;
  await insertAnswer(tx, made, { fence, at, startsAt });
}

/** Inserts the answer of a question whose state is already answered or held. */
export async function insertAnswer(
  tx: Transaction<DB>,
  { questionId, sentences, mode, model, gesture, outcome, source, suggestions }: HostAnswer,
  { fence, at, startsAt }: { readonly fence: number; readonly at: Date; readonly startsAt: Date | null },
): Promise<void> {
  await sql`
    insert into ai_answer (question_id, sentences, mode, model, gesture, outcome, suggestions, source, source_path,
      fence,
                           made_at, starts_at)
    values (${questionId}, ${sentences}, ${mode}, ${model}, ${gesture}, ${outcome}, ${suggestions},
      ${source?.text ?? null},
            ${source?.to ?? null}, ${fence}, ${at}, ${startsAt})`.execute(tx);
}

export async function setPace(tx: Transaction<DB>, { nextPickAt, spokenUntil }: Pace): Promise<void> {
  await sql`update ai_host set next_pick_at = ${nextPickAt}, spoken_until = ${spokenUntil}`.execute(tx);
}

export type Budget = { readonly requestsADay: number; readonly tokensADay: number };

/** Counts a request to the model before it is sent. False when the day's budget is used up, or while the model rests. */
export async function takeRequest(tx: Transaction<DB>, budget: Budget, day: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update ai_host set model_day = ${day}::date,
           model_requests = case when model_day = ${day}::date then model_requests else 0 end + 1,
           model_tokens = case when model_day = ${day}::date then model_tokens else 0 end
     where (model_rests_until is null or model_rests_until <= ${at})
       and (model_day is distinct from ${day}::date
            or (model_requests < ${budget.requestsADay} and model_tokens < ${budget.tokensADay}))
    returning id`.execute(tx);
  return rows.length > 0;
}

const failuresInARow = 3;
const restMs = 5 * 60_000;

/** Counts what the model has used, and lets it rest after failures in a row. */
export async function noteModel(
  tx: Transaction<DB>,
  { tokens, hasFailed }: { readonly tokens: number; readonly hasFailed: boolean },
  at: Date,
): Promise<void> {
  await sql`
    update ai_host set model_tokens = model_tokens + ${tokens},
           model_failures = case when not ${hasFailed} then 0
                                 when model_failures + 1 >= ${failuresInARow} then 0 else model_failures + 1 end,
           model_rests_until = case when ${hasFailed} and model_failures + 1 >= ${failuresInARow}
                                    then ${new Date(at.getTime() + restMs)}::timestamptz
                                    else model_rests_until end`.execute(tx);
}
