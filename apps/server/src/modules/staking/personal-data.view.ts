import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';

/**
 * What staking keeps of a fan. Stakes of an erased fan go on under the pseudonym: their weights are part of what other fans
 * were shown, they return automatically, and the job pays bonuses into the account that is left.
 */
export const stakingPersonalData: PersonalData = {
  erased: [],
  kept: {
    stake: 'A stake explains what its account holds, and the weights that its periods publish.',
    stake_bonus: 'A share explains a posting of the ledger, and is a line of a published list without names.',
    'ledger.hold': 'The sum of the holds is the held amount of their account.',
  },
  async copy(db, { fan, mostRows }) {
    return {
      stakes: await readStakes(db, fan.id, mostRows),
      stakeBonuses: await readBonuses(db, fan.id, mostRows),
    };
  },
};

async function readStakes(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['stakes']> {
  const { rows } = await sql<{ stake: MyData['stakes']['rows'][number]; total: number }>`
    select json_build_object('amount', amount, 'periods', periods, 'factorPercent', factor, 'stakedAt', ${asInstant('staked_at')},
                             'countsFrom', ${asInstant('counts_from')}, 'returnsAt', ${asInstant('returns_at')},
                             'returnedAt', ${asInstant('returned_at')}) as stake, count(*) over () as total
      from stake where fan_id = ${fanId} order by id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ stake }) => stake) };
}

async function readBonuses(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['stakeBonuses']> {
  const { rows } = await sql<{ bonus: MyData['stakeBonuses']['rows'][number]; total: number }>`
    select json_build_object('periodId', period_id::text, 'line', line, 'weight', weight::text, 'points', share,
                             'paidAt', ${asInstant('paid_at')}) as bonus, count(*) over () as total
      from stake_bonus where fan_id = ${fanId} order by period_id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ bonus }) => bonus) };
}

/** An instant as the contract writes it. */
function asInstant(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
