import { type Language, languages } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { staleWhileRevalidate } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';
import type { songEventRow } from './pack-rows.ts';
import { type PageSection, sectionsOf } from './pages/markdown.ts';
import type { FaqEntry } from './schema/pages.ts';

/**
 * Reads the number of each offer that fans have exchanged. An offer without stock has no total, so its fans' counts are
 * summed.
 */
export async function readExchanged(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; exchanged: number }>`
    select o.id, case when o.stock is not null then o.exchanged
                      else (select coalesce(sum(f.exchanged), 0)::bigint from offer_fan f
                        where f.offer_id = o.id) end as exchanged
      from offer o`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.exchanged]));
}

/** Reads the part of each task's budget that is spent or reserved for held claims. */
export async function readSpent(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; spent: number }>`
    select t.id, (case when t.budget is not null then t.budget - s.unspent
                       else s.paid_elsewhere + coalesce((select sum(c.points) from task_claim c
                              where c.task_id = t.id and c.state in ('awarded', 'held')), 0) end)::bigint as spent
      from task t
      join (select task_id, sum(unspent) as unspent, sum(paid_elsewhere) as paid_elsewhere
              from task_budget_shard group by task_id) s on s.task_id = t.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.spent]));
}

/** The pack that was applied last, with its files, which are none where they were not kept. */
export type KeptPack = {
  readonly name: string;
  readonly version: string;
  readonly anchoredAt: Date;
  readonly appliedAt: Date;
  readonly files: ReadonlyMap<string, Buffer>;
};

/** @param path the one file that is read; without it all are */
export async function readKeptPack(pool: Pool, path: string | null = null): Promise<KeptPack | undefined> {
  const { rows } = await pool.query<Omit<KeptPack, 'files'> & { digest: Buffer }>(
    `SELECT name, version, digest, anchored_at AS "anchoredAt", applied_at AS "appliedAt"
       FROM content_pack ORDER BY applied_at DESC, name LIMIT 1`,
  );
  if (!rows[0]) return undefined;
  const { digest, ...pack } = rows[0];
  const { rows: files } = await pool.query<{ path: string; bytes: Buffer }>(
    `SELECT path, bytes FROM content_pack_file
      WHERE pack_name = $1 AND digest = $2 AND ($3::text IS NULL OR path = $3) ORDER BY path`,
    [pack.name, digest, path],
  );
  return { ...pack, files: new Map(files.map((file) => [file.path, file.bytes])) };
}

/** Returns whether the files of the pack are kept as it is applied. */
export async function hasFiles(tx: Transaction<DB>, { name, digest }: { name: string; digest: Buffer }) {
  const kept = tx.selectFrom('content_pack_file').select('path').where('pack_name', '=', name);
  return (await kept.where('digest', '=', digest).limit(1).executeTakeFirst()) !== undefined;
}

/** Lists what operators changed beside the pack: ends that were moved, rooms and the settings of the AI host. */
export async function listOwnChanges(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ words: string }>(
    `SELECT words FROM (
       SELECT moved_at AS at, format('election %s: the end of round %s was moved to %s', period, round,
                to_char(new_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS words FROM ledger.moved_end
       UNION ALL
       SELECT at, format('%s: %s', subject, action) FROM operator_act WHERE action ~ '^(live|agent)/') AS changes
      ORDER BY at, words`,
  );
  return rows.map(({ words }) => words);
}

/** A round as last applied, with its riddles' ids in order. */
export type PublishedRound = {
  readonly id: string;
  readonly task: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  readonly rewards: readonly number[];
  readonly budget: number;
  readonly reserved: number;
  readonly riddles: readonly string[];
};

export async function listPublishedRounds(tx: Transaction<DB>): Promise<PublishedRound[]> {
  const { rows } = await sql<PublishedRound>`
    select r.id, r.task_id as task, r.opens_at as "opensAt", r.closes_at as "closesAt", r.price, r.rewards, r.budget,
           r.reserved,
           array(select q.id from riddle q where q.round_id = r.id order by q.id) as riddles
      from riddle_round r`.execute(tx);
  return rows;
}

/** A song event as last applied, with its songs' ids in order. */
export type PublishedSongEvent = {
  readonly id: string;
  readonly row: ReturnType<typeof songEventRow>;
  readonly songIds: readonly string[];
};

type TimeColumn = 'nominations_open_at' | 'nominations_close_at' | 'final_opens_at' | 'final_closes_at';

export async function listPublishedSongEvents(tx: Transaction<DB>): Promise<PublishedSongEvent[]> {
  const { rows } = await sql<PublishedSongEvent>`
    select e.id, to_jsonb(e) as row,
           array(select s.id from song s where s.event_id = e.id order by s.position, s.id) as "songIds"
      from song_event e`.execute(tx);
  return rows.map(({ id, row, songIds }) => ({ id, row: { ...row, ...timesOf(row) }, songIds }));
}

/** Converts times to the field names of pack rows. */
function timesOf(row: PublishedSongEvent['row']): Pick<PublishedSongEvent['row'], TimeColumn> {
  const formatTime = (column: TimeColumn) => new Date(row[column]).toISOString();
  return {
    nominations_open_at: formatTime('nominations_open_at'),
    nominations_close_at: formatTime('nominations_close_at'),
    final_opens_at: formatTime('final_opens_at'),
    final_closes_at: formatTime('final_closes_at'),
  };
}

/** Reads the kind of each plan of luck, retired ones included. */
export async function readPlanKinds(tx: Transaction<DB>): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('luck_plan').select(['id', 'kind']).execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** A version of a campaign as it was last published. */
export type PublishedCampaign = {
  readonly planId: string;
  readonly version: number;
  readonly activityId: string | null;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
  readonly rareWithin: number | null;
  readonly attempts: unknown;
  readonly prizes: readonly {
    readonly prizeId: string;
    readonly asset: string | null;
    readonly amount: number | null;
    readonly edition: string | null;
    readonly isRare: boolean;
    readonly total: number;
  }[];
};

export async function listPublishedCampaigns(tx: Transaction<DB>): Promise<PublishedCampaign[]> {
  const { rows } = await sql<PublishedCampaign>`
    select distinct on (c.plan_id, c.version)
           c.plan_id as "planId", c.version, c.activity_id as "activityId", c.opens_at as "opensAt",
           c.closes_at as "closesAt", c.price, c.per_fan_limit as "perFanLimit",
           (extract(epoch from c.min_account_age) / 3600)::integer as "minAccountAgeHours", c.regions,
           c.rare_within as "rareWithin", c.attempts,
           (select jsonb_agg(jsonb_build_object('prizeId', p.prize_id, 'asset', p.asset, 'amount', p.amount,
                      'edition', p.edition_id, 'isRare', p.is_rare, 'total', p.total) order by p.position)
              from campaign_prize p where p.campaign_id = c.id) as prizes
      from campaign c order by c.plan_id, c.version, c.published_at desc, c.opens_at desc`.execute(tx);
  return rows;
}

/**
 * Reads of the reserved pieces of each edition those that are given away, and those that running campaigns still
 * promise.
 */
export async function readReservedPieces(
  tx: Transaction<DB>,
  editions: readonly { readonly id: string; readonly reserved: number }[],
): Promise<ReadonlyMap<string, { readonly taken: number; readonly promised: number }>> {
  const { rows } = await sql<{ id: string; taken: number; promised: number }>`
    select e.id,
           (select count(*)::integer from nft_piece p
             where p.edition_id = e.id and p.order_id is not null and p.serial <= e.reserved) as taken,
           (select coalesce(sum(p.total - p.drawn), 0)::integer
              from campaign_prize p join campaign c on c.id = p.campaign_id
             where p.edition_id = e.id and c.ended_at is null) as promised
      from unnest(${editions.map(({ id }) => id)}::text[], ${editions.map(({ reserved }) => reserved)}::integer[])
             as e (id, reserved)`.execute(tx);
  return new Map(rows.map(({ id, ...pieces }) => [id, pieces]));
}

/** Reads the ids of all goods of a kind, retired ones included. */
export async function readIds(tx: Transaction<DB>, table: 'nft_edition' | 'vote_pack'): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom(table).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Editions with at least one taken piece. */
export async function readBought(tx: Transaction<DB>) {
  const { rows } = await sql<{ id: string; size: number; pictureSeed: string }>`
    select e.id, e.size, e.picture_seed as "pictureSeed" from nft_edition e
     where exists (select from nft_piece p where p.edition_id = e.id and p.order_id is not null)`.execute(tx);
  return new Map(rows.map(({ id, size, pictureSeed }) => [id, { size, pictureSeed }]));
}

/** A poll as it was published. */
type PublishedPoll = {
  readonly id: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly timeZone: string;
};

/** Lists the polls that open until an instant. */
export async function listPublishedPolls(tx: Transaction<DB>, opensUntil: Date): Promise<PublishedPoll[]> {
  return tx
    .selectFrom('best7_poll')
    .select(['activity_id as id', 'opens_at as opensAt', 'closes_at as closesAt', 'time_zone as timeZone'])
    .where('opens_at', '<=', opensUntil)
    .execute();
}

/** Lists the ids of the recordings that the server has. */
export async function listRecordings(tx: Transaction<DB>): Promise<string[]> {
  const rows = await tx.selectFrom('live_recording').select('id').execute();
  return rows.map(({ id }) => id);
}

/** The terms of a plan of staking, which never change once it was published. */
type StakingTerms = {
  readonly id: string;
  readonly periods: number;
  readonly factorPercent: number;
  readonly least: number;
  readonly most: number;
  readonly mostHeld: number;
};

export async function listStakingTerms(tx: Transaction<DB>): Promise<StakingTerms[]> {
  return tx
    .selectFrom('staking_plan')
    .select(['id', 'periods', 'factor as factorPercent', 'least', 'most', 'most_held as mostHeld'])
    .execute();
}

type KnownPage = {
  readonly path: string;
  readonly language: Language;
  readonly title: string;
  readonly sections: readonly PageSection[];
};

/** What packs say in words: answers to questions, and the written pages. */
export type WrittenKnowledge = { readonly faq: readonly FaqEntry[]; readonly pages: readonly KnownPage[] };

/** Changes whenever a pack is applied that says anything else. */
export async function readKnowledgeVersion(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select encode(digest, 'hex') as version from content_pack order by applied_at desc, name limit 1`.execute(db);
  return rows[0]?.version ?? '';
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

export async function readWrittenKnowledge(db: Kysely<DB>): Promise<WrittenKnowledge> {
  const { rows: faq } = await sql<FaqEntry>`
    select id, asks, answer, link from faq_entry where not retired order by position, id`.execute(db);
  const { rows: pages } = await sql<{ id: string; title: TextInBothLanguages; body: TextInBothLanguages }>`
    select id, title, body from page where not retired order by id`.execute(db);
  return {
    faq,
    pages: pages.flatMap(({ id, title, body }) =>
      languages.map((language) => ({
        path: `/${id}`,
        language,
        title: title[language],
        sections: sectionsOf(body[language]),
      })),
    ),
  };
}

/** Returns a function that says whether a content pack was applied with its simulation. */
export function watchSimulation({ db, clock }: Pick<Services, 'db' | 'clock'>): () => Promise<boolean> {
  const memory = staleWhileRevalidate(
    clock,
    () =>
      retryOnLostConnection(async () => {
        const pack = db.selectFrom('content_pack').select('name').where('simulated_at', 'is not', null).limit(1);
        return (await pack.executeTakeFirst()) !== undefined;
      }),
    (isSimulated) => isSimulated,
  );
  return memory.current;
}
