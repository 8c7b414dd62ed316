import type { Pool } from 'pg';

/** Reads PostgreSQL's version, such as `18.4` and 180004. */
export async function readVersion(pool: Pool): Promise<{ readonly name: string; readonly number: number }> {
  const { rows } = await pool.query<{ name: string; number: number }>(
    `SELECT current_setting('server_version') AS name, current_setting('server_version_num')::integer AS number`,
  );
  return rows[0] ?? { name: 'unknown', number: 0 };
}

/** Reads settings of PostgreSQL as it writes them; those that this version does not have are absent. */
export async function readServerSettings(pool: Pool, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY ($1)',
    [names],
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Counts the pools of job workers with a heartbeat in the last half minute, of all server processes. */
export async function countWorkerPools(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pools: number }>(
    `SELECT count(*)::integer AS pools FROM job_worker WHERE beat_at >= now() - interval '30 seconds'`,
  );
  return rows[0]?.pools ?? 0;
}

/** What the owner's login may do. */
type OwnerLogin = {
  readonly name: string;
  readonly database: string;
  readonly ownsDatabase: boolean;
  readonly hasRole: boolean;
  readonly mayCreateRole: boolean;
  readonly isMember: boolean;
};

export async function readOwnerLogin(pool: Pool): Promise<OwnerLogin | undefined> {
  const { rows } = await pool.query<OwnerLogin>(
    `SELECT current_user AS name, d.datname AS database, pg_has_role(d.datdba, 'USAGE') AS "ownsDatabase",
            a.oid IS NOT NULL AS "hasRole", r.rolcreaterole OR r.rolsuper AS "mayCreateRole",
            coalesce(pg_has_role(a.oid, 'MEMBER'), false) AS "isMember"
       FROM pg_database d
       JOIN pg_roles r ON r.rolname = current_user
       LEFT JOIN pg_roles a ON a.rolname = 'lightstick_app'
      WHERE d.datname = current_database()`,
  );
  return rows[0];
}

/** The database's bytes, and what it grew by in a day at the faster rate of the last day and the last week. */
type Growth = { readonly bytes: number; readonly bytesADay: number | null };

export async function readGrowth(pool: Pool, now: Date): Promise<Growth> {
  const { rows } = await pool.query<Growth>(
    `SELECT pg_database_size(current_database()) AS bytes,
            (SELECT max((pg_database_size(current_database()) - s.bytes)
                        / (extract(epoch FROM $1::timestamptz - s.measured_at) / 86400))::bigint
               FROM (SELECT DISTINCT ON (days) d.bytes, d.measured_at
                       FROM (VALUES (1), (7)) AS span (days)
                       JOIN database_size d ON d.measured_at BETWEEN $1::timestamptz - days * interval '1 day'
                                                                 AND $1::timestamptz - interval '3 hours'
                      ORDER BY days, d.measured_at) s) AS "bytesADay"`,
    [now],
  );
  return rows[0] ?? { bytes: 0, bytesADay: null };
}

/** Lists open rounds that close until an instant, as “1004 (round 2)”. */
export async function listClosingRounds(pool: Pool, span: { from: Date; until: Date }): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%s (round %s)', a.id, r.round) AS name
       FROM ledger.round r JOIN activity a ON a.period = r.period
      WHERE r.status = 'open' AND r.closes_at > $1 AND r.closes_at <= $2
      ORDER BY r.closes_at, a.id`,
    [span.from, span.until],
  );
  return rows.map(({ name }) => name);
}

/** Lists offers and banners that are over although their election, or the pack, still has them. */
export async function listPastOffers(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT 'offer ' || o.id AS name
       FROM offer o JOIN activity a ON a.id = o.activity_id JOIN ledger.period p ON p.id = a.period
      WHERE NOT o.retired AND o.closes_at <= $1 AND p.closes_at > $1
     UNION ALL SELECT 'banner ' || id FROM banner WHERE NOT retired AND ends_at <= $1
      ORDER BY 1`,
    [now],
  );
  return rows.map(({ name }) => name);
}

/** The names of texts for fans that are in one language only, and how many there are in all. */
type TextsOfContent = { readonly inOneLanguage: readonly string[]; readonly all: number };

/** Reads which texts have the same words in both languages, or no Chinese character in the Chinese one. */
export async function readTexts(pool: Pool): Promise<TextsOfContent> {
  const { rows } = await pool.query<{ name: string; isInOne: boolean }>(
    `SELECT t.name,
            bool_or(t.text ->> 'en_US' = t.text ->> 'zh_TW' OR t.text ->> 'zh_TW' !~ '[\\u4E00-\\u9FFF]') AS "isInOne"
       FROM (SELECT 'page ' || id AS name, body AS text FROM page WHERE NOT retired
             UNION ALL SELECT 'page ' || id, summary FROM page WHERE NOT retired
             UNION ALL SELECT 'activity ' || id, subtitle FROM activity
             UNION ALL SELECT 'offer ' || id, description FROM offer WHERE NOT retired
             UNION ALL SELECT 'banner ' || id, text FROM banner WHERE NOT retired
             UNION ALL SELECT 'faq ' || id, answer FROM faq_entry WHERE NOT retired) AS t
      GROUP BY t.name ORDER BY t.name`,
  );
  return { inOneLanguage: rows.flatMap(({ name, isInOne }) => (isInOne ? [name] : [])), all: rows.length };
}

export async function hasContent(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM content_pack LIMIT 1');
  return (rowCount ?? 0) > 0;
}

/** Lists tokens of operators that have ended or end until an instant, but for those that were revoked. */
export async function listEndingTokens(
  pool: Pool,
  { at, until }: { at: Date; until: Date },
): Promise<{ name: string; isOver: boolean }[]> {
  const { rows } = await pool.query<{ name: string; isOver: boolean }>(
    `SELECT o.name || ' ' || t.name AS name, t.expires_at <= $1 AS "isOver"
       FROM operator_token t JOIN operator o ON o.id = t.operator_id
      WHERE t.revoked_at IS NULL AND o.revoked_at IS NULL AND t.expires_at <= $2
      ORDER BY t.expires_at, t.id`,
    [at, until],
  );
  return rows;
}

/** A webhook by its id and host, and how many deliveries of events from before an instant still wait. */
type WebhookState = { readonly name: string; readonly isSwitchedOff: boolean; readonly waiting: number };

export async function readWebhookTroubles(pool: Pool, before: Date): Promise<WebhookState[]> {
  const { rows } = await pool.query<WebhookState>(
    `SELECT e.id || ' (' || split_part(e.url, '/', 3) || ')' AS name, e.switched_off_at IS NOT NULL AS "isSwitchedOff",
            (SELECT count(*) FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
              WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND v.occurred_at < $1)::integer AS waiting
       FROM webhook_endpoint e ORDER BY e.id`,
    [before],
  );
  return rows;
}

/** How backups or drills went: the last success, and whether something failed since. */
export type BackupRun = {
  readonly kind: 'backup' | 'drill';
  readonly succeededAt: Date | null;
  readonly failure: string | null;
};

/**
 * Reads the outcomes of backups and drills.
 * @returns undefined where none are stored in the database
 */
export async function readBackupRuns(pool: Pool): Promise<BackupRun[] | undefined> {
  const { rows: tables } = await pool.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.backup_run') IS NOT NULL AS "isThere"`,
  );
  if (!tables[0]?.isThere) return undefined;
  const { rows } = await pool.query<BackupRun>(
    `SELECT k.kind, max(r.ended_at) FILTER (WHERE r.failure IS NULL) AS "succeededAt",
            (array_agg(r.failure ORDER BY r.ended_at DESC))[1] AS failure
       FROM (VALUES ('backup'), ('drill')) AS k (kind)
       LEFT JOIN backup_run r ON r.kind = k.kind
      GROUP BY k.kind`,
  );
  return rows;
}
