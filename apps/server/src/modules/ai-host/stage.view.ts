import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { readInSnapshot } from '#/db/snapshot.ts';
import type { Settings } from '#/config/settings.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import { faceRows, presentFaceRows } from '#/modules/identity/index.ts';
import { readHost, readLastHeard } from './host.store.ts';
import { pickTimeOf } from './question.rules.ts';
import { isOnStage, timeSentences } from './speech.ts';

type Room = DataOf<Contract['GET /activity/api/v1/jplive/agent']>;
export type Stage = Room['stage'];
type StagedQuestion = NonNullable<Stage['now']>;
export type ShownAnswer = NonNullable<StagedQuestion['answer']>;
type Log = DataOf<Contract['GET /activity/api/v1/jplive/agent/log']>;

/** A question in the queue, before the shown ones end. */
const mostQueued = 20;
/** A question that should have been picked so long ago means that no process runs the host. */
const awayMs = 60_000;
const dayMs = 24 * 60 * 60_000;
/** How long questions and answers are kept. */
export const keptMs = 30 * dayMs;

type AnswerRow = {
  readonly answerId: number;
  readonly language: Language;
  readonly sentences: readonly string[];
  readonly mode: 'automatic' | 'model';
  readonly model: string | null;
  readonly gesture: ShownAnswer['gesture'];
  readonly outcome: ShownAnswer['outcome'];
  readonly suggestions: string[];
  readonly source: string | null;
  readonly to: string | null;
  readonly startsAt: Date;
};
type StagedRow = {
  readonly questionId: number;
  readonly text: string;
  readonly hands: number;
  readonly pickedBy: StagedQuestion['pickedBy'];
  readonly pickedAt: Date;
  readonly answer: AnswerRow | null;
};

/** An answer as JSON, with the time at which it was made where it is not shown yet. */
export const answerJson = sql`json_build_object(
  'answerId', a.id, 'language', q.language, 'sentences', a.sentences, 'mode', a.mode, 'model', a.model,
  'gesture', a.gesture, 'outcome', a.outcome, 'suggestions', a.suggestions, 'source', a.source,
  'to', a.source_path, 'startsAt', coalesce(a.starts_at, a.made_at))`;

export function showAnswer({ answerId, sentences, startsAt, source, to, ...answer }: AnswerRow): ShownAnswer {
  return {
    ...answer,
    answerId: String(answerId),
    sentences: timeSentences(sentences, new Date(startsAt)).map((one) => ({
      ...one,
      startsAt: one.startsAt.toISOString(),
    })),
    source: source === null ? null : { text: source, to },
  };
}

function stageQuestion({ questionId, pickedAt, answer, ...row }: StagedRow): StagedQuestion {
  return {
    ...row,
    questionId: String(questionId),
    pickedAt: pickedAt.toISOString(),
    answer: answer && showAnswer(answer),
  };
}

/** Reads what everyone sees. All parts come from one snapshot, because a question moves between them while they are read. */
export async function readStage(db: Kysely<DB>, settings: Settings, at: Date): Promise<Stage> {
  const { host, now, queue, featured, lastFanId } = await readInSnapshot(db, async (tx) => ({
    host: await readHost(tx),
    now: await readNow(tx, at),
    queue: await readQueue(tx),
    featured: await readFeatured(tx, at),
    lastFanId: await readLastHeard(tx),
  }));
  const { waiting, oldestAt, oldestFanId } = queue;
  const isOfLastHeard = lastFanId === null || oldestFanId === lastFanId;
  const isDue = oldestAt && host.state === 'open' && !isAnswering(now);
  const due = isDue ? pickTimeOf(host, { waiting, oldestAt, isOfLastHeard }) : null;
  const isAway = due !== null && due.getTime() + awayMs < at.getTime();
  const { model } = settings.aiHost;
  return {
    state: isAway ? 'paused' : host.state,
    mode: model ? 'model' : 'automatic',
    model: model?.name ?? null,
    now,
    queue: queue.questions,
    waiting,
    nextPickAt: isAway ? null : (due?.toISOString() ?? null),
    featured,
  };
}

const isAnswering = (now: StagedQuestion | null) => now !== null && now.answer === null;

/** Reads the question that is being thought about, else the one whose answer is spoken or has just ended. */
async function readNow(db: Kysely<DB>, at: Date): Promise<StagedQuestion | null> {
  const { rows } = await sql<StagedRow>`
    select q.id as "questionId", q.text, q.hands, q.picked_by as "pickedBy", q.picked_at as "pickedAt",
           case when a.id is not null then ${answerJson} end as answer
      from ai_question q left join ai_answer a on a.question_id = q.id
     where q.state = 'answering'
        or (q.state = 'answered' and not q.is_private and a.hidden_at is null
            and a.starts_at > ${new Date(at.getTime() - dayMs)})
     order by q.state <> 'answering', a.starts_at desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { answer } = row;
  if (answer && !isOnStage(answer.sentences, new Date(answer.startsAt), at)) return null;
  return stageQuestion(row);
}

type QueueRow = { readonly questionId: number; readonly text: string; readonly hands: number; readonly askedAt: Date };

async function readQueue(db: Kysely<DB>) {
  const { rows } = await sql<QueueRow>`
    select id as "questionId", text, hands, asked_at as "askedAt" from ai_question
     where state = 'waiting' order by hands desc, asked_at, id limit ${mostQueued}`.execute(db);
  const { rows: counts } = await sql<{ waiting: number; oldestAt: Date; oldestFanId: number | null }>`
    select count(*) over () as waiting, asked_at as "oldestAt", fan_id as "oldestFanId" from ai_question
     where state = 'waiting' order by asked_at, id limit 1`.execute(db);
  const questions = rows.map(({ questionId, askedAt, ...row }) => ({
    ...row,
    questionId: String(questionId),
    askedAt: askedAt.toISOString(),
  }));
  const [oldest] = counts;
  return {
    questions,
    waiting: oldest?.waiting ?? 0,
    oldestAt: oldest?.oldestAt,
    oldestFanId: oldest?.oldestFanId ?? null,
  };
}

/** A featured fan is shown for so long after their day was decided. */
const featuredMs = dayMs;

type FeaturedRow = {
  day: string;
  nickname: string;
  avatar_file: string | null;
  avatar_seed: string;
  question: string;
  hands: number;
};

/** Reads the featured fan with the fan's present consent, and neither while nor after they leave. */
async function readFeatured(db: Kysely<DB>, at: Date): Promise<Stage['featured']> {
  const { rows } = await sql<FeaturedRow>`
    select d.day::text as day, f.nickname, f.avatar_file, f.avatar_seed, q.text as question, d.hands
      from ai_featured_fan d
      join ai_feature_consent c on c.fan_id = d.fan_id
      join ${presentFaceRows} f on f.id = d.fan_id
      join ai_question q on q.id = d.question_id and q.state = 'answered'
      join ai_answer a on a.question_id = q.id and a.hidden_at is null
     where d.decided_at > ${new Date(at.getTime() - featuredMs)}
     order by d.day desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { day, nickname, question, hands, ...face } = row;
  return { day, nickname, question, hands, avatarUrl: avatarUrlOf(face) };
}

type LogQuestion = PageRequest & { readonly at: Date };

/** Reads the answers that were shown, newest first. */
export async function readLog(db: Kysely<DB>, { at, ...asked }: LogQuestion): Promise<Log> {
  const from = sql`
    from ai_question q join ai_answer a on a.question_id = q.id
   where q.state = 'answered' and not q.is_private and q.picked_at is not null and a.hidden_at is null
     and a.starts_at between ${new Date(at.getTime() - keptMs)} and ${at}`;
  const page = await readPage(db, asked, {
    rows: sql<StagedRow & { answer: AnswerRow }>`
      select q.id as "questionId", q.text, q.hands, q.picked_by as "pickedBy", q.picked_at as "pickedAt",
             ${answerJson} as answer
      ${from} order by a.starts_at desc, q.id desc`,
    total: sql<{ total: number }>`select count(*) as total ${from}`,
  });
  return { ...page, list: page.list.map((row) => ({ ...stageQuestion(row), answer: showAnswer(row.answer) })) };
}

type ModerationQueue = DataOf<Contract['GET /operator/api/v1/agent/queue']>;
type ModerationEntry = ModerationQueue['list'][number];
type ModerationRow = Omit<ModerationEntry, 'questionId' | 'answer' | 'accountId'> & {
  readonly questionId: number;
  readonly accountId: string | null;
  readonly answer: AnswerRow | null;
};

/** An answered question waits for an operator while it has reports that no decision followed. */
const waits = sql`(q.state = 'held' or (q.state = 'answered' and q.held_for in ('reports', 'childSafety')))`;

/** Reads what waits for an operator: child safety first, then reports, then the oldest. */
export async function readModerationQueue(db: Kysely<DB>, asked: PageRequest): Promise<ModerationQueue> {
  const page = await readPage(db, asked, {
    rows: sql<ModerationRow>`
      select q.id as "questionId", q.text, f.account_id as "accountId", q.held_for as because,
             case when a.id is not null then ${answerJson} end as answer,
             coalesce((select json_agg(json_build_object('reason', r.reason, 'count', r.count) order by r.reason)
                         from (select reason, count(*) as count from ai_answer_report
                                where answer_id = a.id
                         group by reason) r),
                      '[]') as reports
        from ai_question q left join ai_answer a on a.question_id = q.id left join ${faceRows} f on f.id = q.fan_id
       where ${waits}
       order by q.held_for <> 'childSafety', q.held_for <> 'reports', q.asked_at, q.id`,
    total: sql<{ total: number }>`select count(*) as total from ai_question q where ${waits}`,
  });
  const list = page.list.map(({ questionId, accountId, answer, ...row }) => ({
    ...row,
    questionId: String(questionId),
    accountId: accountId ?? '',
    answer: answer && showAnswer(answer),
  }));
  return { ...page, list };
}
