import type { Pool } from 'pg';
import type { Clock } from '#/clock.ts';

export const activityId = '1004';
export const ticketAsset = 'MEET_VOTE_TICKET_2';
export const voteAsset = 'MEET_VOTE_2';

export type ElectionWishes = {
  readonly opensAt?: Date;
  readonly closesAt?: Date;
  readonly dailyCap?: number | null;
  readonly freePerDay?: number;
  readonly votesPerTicket?: number;
  readonly idols?: number;
  readonly timeZone?: string;
};

export type TestElection = {
  readonly activityId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly idolIds: readonly string[];
};

const dayMs = 24 * 60 * 60 * 1000;
const period = 1004;

/** Puts election 1004 in place as a content pack would: by the owner. It is open for a day on either side of now. */
export async function givenElection(
  { ownerPool, clock }: { ownerPool: Pool; clock: Clock },
  wishes: ElectionWishes = {},
): Promise<TestElection> {
  const nowMs = clock.now().getTime();
  const opensAt = wishes.opensAt ?? new Date(nowMs - dayMs);
  const closesAt = wishes.closesAt ?? new Date(nowMs + dayMs);
  const { dailyCap = null, freePerDay = 0, votesPerTicket = 10, timeZone = 'Asia/Taipei' } = wishes;
  const text = (english: string) => JSON.stringify({ en_US: english, zh_TW: `${english}（中文）` });

  const { rows } = await ownerPool.query<{ unit: number }>(
    `SELECT ledger.define_unit($1, 'ticket') AS ticket, ledger.define_unit($2, 'vote') AS unit`,
    [ticketAsset, voteAsset],
  );
  const unit = rows[0]?.unit;
  await ownerPool.query('SELECT ledger.define_period($1, $2::smallint, $3, $4, $5, $6, $7)', [
    period,
    unit,
    opensAt,
    closesAt,
    timeZone,
    dailyCap,
    freePerDay,
  ]);
  await ownerPool.query(
    `INSERT INTO activity (id, period, title, subtitle, ticket_asset, vote_asset, votes_per_ticket, cover_seed, rules, prizes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'cover', '[]', '[]')`,
    [activityId, period, text('The election'), text('Seven will sing'), ticketAsset, voteAsset, votesPerTicket],
  );
  await ownerPool.query(
    `INSERT INTO team (id, name, slogan, colour, position) VALUES ('aurora', $1, $2, '#aa3366', 1)`,
    [text('Aurora'), text('Up')],
  );
  const idolIds = Array.from({ length: wishes.idols ?? 3 }, (_, index) => String(index + 1));
  for (const id of idolIds) {
    await ownerPool.query(
      `INSERT INTO idol (id, team_id, name, number, profile, portrait_seed) VALUES ($1, 'aurora', $2, $3, $4, $5)`,
      [id, text(`Idol ${id}`), Number(id), text('Sings'), `portrait-${id}`],
    );
    await ownerPool.query(
      `INSERT INTO candidate (activity_id, idol_id, pool)
       VALUES ($1, $2, ledger.define_tally($3, $2))`,
      [activityId, id, period],
    );
  }
  return { activityId, opensAt, closesAt, idolIds };
}
