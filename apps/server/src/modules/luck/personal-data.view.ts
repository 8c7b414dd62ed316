import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { forgetSalts } from './raffles.store.ts';

/** What luck keeps of a fan: it explains postings of the ledger and lets anyone recompute what chance decided. */
export const luckPersonalData: PersonalData = {
  erased: [],
  kept: {
    packet_share: 'A share explains a posting of the ledger, under the same key.',
    campaign_fan: 'Openings and entries are published under a number or a salted hash, and are recomputed from them.',
    participation: 'A participation explains postings of the ledger, under the same keys.',
    campaign_opening: 'Every opening is needed to replay the ones after it.',
    envelope_day: 'Attempts that were used count on their day.',
    raffle_winner: 'A win explains a posting of the ledger, under the same key.',
  },
  erase: (tx, { id }) => forgetSalts(tx, id),
  async copy(db, { fan, mostRows }) {
    return {
      packetShares: await readShares(db, fan.id, mostRows),
      participations: await readParticipations(db, fan.id, mostRows),
      raffleEntries: await readEntries(db, fan.id, mostRows),
      envelopeDays: await readEnvelopeDays(db, fan.id, mostRows),
      raffleWins: await readWins(db, fan.id, mostRows),
    };
  },
};

type RowWithTotal<Row> = Row & { readonly total: number };

function copyRows<Row extends { readonly total: number }, Shown>(rows: readonly Row[], show: (row: Row) => Shown) {
  return { total: rows[0]?.total ?? 0, rows: rows.map(show) };
}

async function readShares(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['packetShares']> {
  const { rows } = await sql<
    RowWithTotal<{ packetId: string; place: number; asset: string; amount: number; grabbedAt: Date }>
  >`
    select s.packet_id as "packetId", s.slot as place, p.asset, s.amount, s.grabbed_at as "grabbedAt",
           count(*) over () as total
      from packet_share s join packet p on p.id = s.packet_id
     where s.fan_id = ${fanId} order by s.grabbed_at desc limit ${most}`.execute(db);
  return copyRows(rows, ({ packetId, place, asset, amount, grabbedAt }) => ({
    packetId,
    place,
    asset,
    amount,
    grabbedAt: grabbedAt.toISOString(),
  }));
}

type ParticipationRow = {
  readonly activityId: string;
  readonly num: number;
  readonly paid: number;
  readonly clientSeed: string | null;
  readonly prizes: string[];
  readonly at: Date;
};

async function readParticipations(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['participations']> {
  const { rows } = await sql<RowWithTotal<ParticipationRow>>`
    select n.campaign_id as "activityId", n.num, n.paid, n.client_seed as "clientSeed", n.at,
           array(select p.prize_id from campaign_opening o
                   join campaign_prize p on p.campaign_id = o.campaign_id and p.position = o.position
                  where o.participation_id = n.id order by o.nonce) as prizes,
           count(*) over () as total
      from participation n where n.fan_id = ${fanId} order by n.id desc limit ${most}`.execute(db);
  return copyRows(rows, ({ activityId, num, paid, clientSeed, prizes, at }) => ({
    activityId,
    num,
    paid,
    clientSeed,
    prizes,
    at: at.toISOString(),
  }));
}

async function readWins(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['raffleWins']> {
  const { rows } = await sql<RowWithTotal<{ activityId: string; place: number; prizeId: string; wonAt: Date }>>`
    select w.campaign_id as "activityId", w.place, p.prize_id as "prizeId", w.won_at as "wonAt",
      count(*) over () as total
      from raffle_winner w join campaign_prize p on p.campaign_id = w.campaign_id and p.position = w.position
     where w.fan_id = ${fanId} order by w.won_at desc limit ${most}`.execute(db);
  return copyRows(rows, ({ activityId, place, prizeId, wonAt }) => ({
    activityId,
    place,
    prizeId,
    wonAt: wonAt.toISOString(),
  }));
}

async function readEntries(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['raffleEntries']> {
  const { rows } = await sql<RowWithTotal<MyData['raffleEntries']['rows'][number]>>`
    select f.campaign_id as "activityId", f.used as entries, encode(f.entry_hash, 'hex') as "entryHash",
           encode(f.salt, 'hex') as salt, count(*) over () as total
      from campaign_fan f join campaign c on c.id = f.campaign_id and c.kind = 'raffle'
     where f.fan_id = ${fanId} order by c.closes_at desc, c.id limit ${most}`.execute(db);
  return copyRows(rows, ({ activityId, entries, entryHash, salt }) => ({ activityId, entries, entryHash, salt }));
}

async function readEnvelopeDays(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['envelopeDays']> {
  const { rows } = await sql<RowWithTotal<MyData['envelopeDays']['rows'][number]>>`
    select campaign_id as "activityId", day::text as day, earned, used, count(*) over () as total
      from envelope_day where fan_id = ${fanId} order by day desc, campaign_id limit ${most}`.execute(db);
  return copyRows(rows, ({ activityId, day, earned, used }) => ({ activityId, day, earned, used }));
}
