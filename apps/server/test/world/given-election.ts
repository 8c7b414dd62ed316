import { canonicalJson } from '@lightstick/chance';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { endingsOf, type Rules } from '#/modules/content/rule-document.ts';

export const activityId = '1004';
export const ticketAsset = 'MEET_VOTE_TICKET_2';
export const voteAsset = 'MEET_VOTE_2';

export type ElectionOptions = {
  readonly opensAt?: Date;
  readonly closesAt?: Date;
  readonly dailyCap?: number | null;
  readonly freePerDay?: number;
  readonly votesPerTicket?: number;
  readonly idols?: number;
  readonly timeZone?: string;
  /** What else is published of it; without it, rules that limit nothing. */
  readonly rules?: Partial<Rules>;
  /** SQL that changes it in the same transaction, because the server caches for seconds what it reads in between. */
  readonly changedBy?: string;
};

export type TestElection = {
  readonly activityId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly idolIds: readonly string[];
};

const dayMs = 24 * 60 * 60 * 1000;
const period = 1004;

/**
 * Puts election 1004 in place as a content pack would: by the owner, and all at once, as the server may look at any time.
 * It is open for a day on either side of now.
 */
export async function givenElection(
  { ownerPool, clock }: { ownerPool: Pool; clock: Pick<Clock, 'now'> },
  options: ElectionOptions = {},
): Promise<TestElection> {
  const nowMs = clock.now().getTime();
  const opensAt = options.opensAt ?? new Date(nowMs - dayMs);
  const closesAt = options.closesAt ?? new Date(nowMs + dayMs);
  const { dailyCap = null, votesPerTicket = 10, timeZone = 'Asia/Taipei' } = options;
  const freePerDay = options.freePerDay ?? options.rules?.freeVotesPerDay ?? 0;
  const idolIds = Array.from({ length: options.idols ?? 3 }, (_, index) => String(index + 1));
  const text = (english: string) => JSON.stringify({ en_US: english, zh_TW: `${english}（中文）` });

  await inTransaction(ownerPool, async (client) => {
    const { rows } = await client.query<{ unit: number }>(
      `SELECT ledger.define_unit($1, 'ticket') AS ticket, ledger.define_unit($2, 'vote') AS unit`,
      [ticketAsset, voteAsset],
    );
    const unit = rows[0]?.unit;
    const rules = rulesOf({ ...options, opensAt, closesAt });
    await client.query('SELECT ledger.define_period($1, $2::smallint, $3, $4, $5, $6, $7, $8)', [
      period,
      unit,
      opensAt,
      closesAt,
      timeZone,
      dailyCap,
      freePerDay,
      JSON.stringify({ ...rules, endings: endingsOf(rules) }),
    ]);
    await client.query(
      `INSERT INTO activity (id, period, title, subtitle, ticket_asset, vote_asset, votes_per_ticket, cover_seed, rules,
        prizes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'cover', '[]', '[]')`,
      [activityId, period, text('The election'), text('Seven will sing'), ticketAsset, voteAsset, votesPerTicket],
    );
    await client.query(
      `WITH published AS (INSERT INTO rule_set (activity_id, version, document, hash, published_at)
                            VALUES ($1, 1, $2, sha256(convert_to($2, 'UTF8')), $3) RETURNING id)
       SELECT ledger.adopt_rule_set($4, (SELECT id FROM published))`,
      [activityId, canonicalJson({ ...rules, version: 1 }), clock.now(), period],
    );
    await client.query(
      `INSERT INTO team (id, name, slogan, colour, position) VALUES ('aurora', $1, $2, '#aa3366', 1)`,
      [text('Aurora'), text('Up')],
    );
    for (const id of idolIds) {
      await client.query(
        `INSERT INTO idol (id, team_id, name, number, profile, portrait_seed) VALUES ($1, 'aurora', $2, $3, $4, $5)`,
        [id, text(`Idol ${id}`), Number(id), text('Sings'), `portrait-${id}`],
      );
      await client.query(
        `WITH tally AS (SELECT ledger.define_tally($3, $2)) INSERT INTO candidate (activity_id, idol_id) SELECT $1, $2
          FROM tally`,
        [activityId, id, period],
      );
    }
    if (options.changedBy) await client.query(options.changedBy);
  });
  return { activityId, opensAt, closesAt, idolIds };
}

function rulesOf({
  opensAt: opening,
  closesAt: closing,
  dailyCap = null,
  freePerDay = 0,
  votesPerTicket = 10,
  timeZone = 'Asia/Taipei',
  rules,
}: ElectionOptions & Pick<TestElection, 'opensAt' | 'closesAt'>): Rules {
  const [opensAt, closesAt] = [opening.toISOString(), closing.toISOString()];
  return {
    format: 'lightstick/rules/v1',
    activityId,
    opensAt,
    closesAt,
    timeZone,
    rounds: [{ opensAt, closesAt, goOn: null, carries: false }],
    freeVotesPerDay: freePerDay,
    dailyCap,
    ticketAsset,
    voteAsset,
    priceSteps: [{ fromTicket: 1, votesPerTicket }],
    minAccountAgeHours: 0,
    paidShareMaxPercent: null,
    endingLimits: [],
    displayFreezeMinutes: 0,
    tieRule: 'reachedFirst',
    quarantine: null,
    prizes: [],
    notes: [],
    ...rules,
  };
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
