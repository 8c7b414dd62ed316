import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { Fan } from '#/http/caller.ts';
import { avatarUrlOf, coverUrl } from '#/modules/art/index.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { activityRows } from '#/modules/elections/index.ts';
import { eligibilityOf, byTurn, luckState } from './luck.rules.ts';
import type { Share } from './packets.store.ts';

type Packet = DataOf<Contract['GET /activity/api/v1/packet/getAllPacket']>[number];
type TextInBothLanguages = Readonly<Record<Language, string>>;

export type ListedPacket = {
  readonly packetId: string;
  readonly activityId: string | null;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly coverSeed: string;
  readonly asset: string;
  /** The election of a ticket or vote asset. */
  readonly assetActivityId: string | null;
  readonly total: number;
  readonly shares: number;
  readonly taken: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly soldOutAt: Date | null;
  readonly endedAt: Date | null;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
  readonly commitment: string;
  readonly sharesHash: string;
  readonly luckiestSlot: number | null;
  /** The largest share grabbed; null while the packet is on. */
  readonly luckiest: { readonly nickname: string; readonly amount: number } | null;
};

/** The most packets of a list: a week of a packet an hour. */
const mostPackets = 200;

/** Lists the packets that close after an instant, including coming ones, or one by its id. */
export async function listPackets(
  db: Kysely<DB>,
  wanted: { readonly since: Date } | { readonly packetId: string },
): Promise<ListedPacket[]> {
  const isWanted = 'since' in wanted ? sql`p.closes_at > ${wanted.since}` : sql`p.id = ${wanted.packetId}`;
  const { rows } = await sql<ListedPacket>`
    select p.id as "packetId", p.activity_id as "activityId", p.title, p.description, p.cover_seed as "coverSeed",
      p.asset,
           a.id as "assetActivityId", p.total, p.shares, p.taken, p.opens_at as "opensAt", p.closes_at as "closesAt",
           p.sold_out_at as "soldOutAt", p.ended_at as "endedAt",
           (extract(epoch from p.min_account_age) / 3600)::integer as "minAccountAgeHours", p.regions,
           encode(s.commitment, 'hex') as commitment, encode(p.shares_hash, 'hex') as "sharesHash",
             p.luckiest_slot as "luckiestSlot",
           case when f.id is not null then jsonb_build_object('nickname', f.nickname, 'amount',
             x.amount) end as luckiest
      from packet p
      join luck_seed s on s.subject_id = p.id
      left join ${activityRows} a on p.asset in (a.ticket_asset, a.vote_asset)
      left join packet_share x on x.packet_id = p.id and x.slot = p.luckiest_slot
      left join ${faceRows} f on f.id = x.fan_id
     where ${isWanted}
     order by p.closes_at desc limit ${mostPackets}`.execute(db);
  return rows;
}

type PacketsQuery = {
  readonly packets: readonly ListedPacket[];
  readonly activityId: string | undefined;
  readonly fan: Fan | undefined;
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined;
  readonly language: Language;
  readonly at: Date;
};

/** Reads the packets of the board as a fan sees them, in the order of their turn. */
export async function readPackets(db: Kysely<DB>, { packets, activityId, ...viewer }: PacketsQuery): Promise<Packet[]> {
  const wanted = packets.filter((one) => activityId === undefined || one.activityId === activityId);
  const own = viewer.fan ? await readOwnShares(db, viewer.fan.id, wanted) : new Map<string, Share>();
  return wanted.map((packet): Packet => showPacket(packet, own.get(packet.packetId), viewer)).toSorted(byTurn);
}

async function readOwnShares(
  db: Kysely<DB>,
  fanId: number,
  packets: readonly ListedPacket[],
): Promise<ReadonlyMap<string, Share>> {
  const { rows } = await sql<Share & { packetId: string }>`
    select packet_id as "packetId", slot, amount, grabbed_at as "grabbedAt" from packet_share
     where fan_id = ${fanId} and packet_id = any(${packets.map(({ packetId }) => packetId)}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.packetId, row]));
}

function showPacket(
  packet: ListedPacket,
  mine: Share | undefined,
  { fan, country, language, at }: Pick<PacketsQuery, 'fan' | 'country' | 'language' | 'at'>,
): Packet {
  const { asset: assetName, assetActivityId, total, shares, taken } = packet;
  return {
    packetId: packet.packetId,
    activityId: packet.activityId,
    title: packet.title[language],
    description: packet.description[language],
    coverUrl: coverUrl(packet.coverSeed),
    total: { assetName, activityId: assetActivityId, amount: total },
    shares,
    left: shares - taken,
    state: luckState(packet, taken === shares, at),
    opensAt: packet.opensAt.toISOString(),
    closesAt: packet.closesAt.toISOString(),
    minAccountAgeHours: packet.minAccountAgeHours,
    regions: packet.regions === null ? null : [...packet.regions],
    mayTakePart: fan ? eligibilityOf(packet, { fan, country, receivedAt: at }) : null,
    soldOutAt: packet.soldOutAt?.toISOString() ?? null,
    luckiest: packet.luckiest,
    mine: mine ? showShare(packet.packetId, mine) : null,
    commitment: packet.commitment,
    sharesHash: packet.sharesHash,
  };
}

export function showShare(packetId: string, { slot, amount, grabbedAt }: Share) {
  return { shareId: `${packetId}.${slot}`, place: slot, amount, grabbedAt: grabbedAt.toISOString() };
}

type ShareList = DataOf<Contract['GET /activity/api/v1/packet/getShares']>;
type ShareQuestion = PageRequest & { readonly packet: ListedPacket; readonly fanId: number | undefined };

type ShareRow = {
  readonly slot: number;
  readonly amount: number;
  readonly grabbedAt: Date;
  readonly fanId: number;
  readonly nickname: string;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};

/** Reads a page of the grabbed shares, the fastest first. The luckiest is marked after the packet has ended. */
export async function readShares(db: Kysely<DB>, { packet, fanId, ...asked }: ShareQuestion): Promise<ShareList> {
  const page = await readPage(db, asked, {
    rows: sql<ShareRow>`
      select s.slot, s.amount, s.grabbed_at as "grabbedAt", s.fan_id as "fanId", f.nickname,
             f.avatar_file, f.avatar_seed
        from packet_share s join ${faceRows} f on f.id = s.fan_id
       where s.packet_id = ${packet.packetId}
       order by s.slot`,
    total: packet.taken,
  });
  const list = page.list.map((row) => ({
    place: row.slot,
    nickname: row.nickname,
    avatarUrl: avatarUrlOf(row),
    amount: row.amount,
    grabbedAt: row.grabbedAt.toISOString(),
    isMe: row.fanId === fanId,
    isLuckiest: row.slot === packet.luckiestSlot,
  }));
  return { ...page, list };
}
