import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { nftUrl } from '#/modules/art/index.ts';
import { forgetMoveDays, forgetWallets } from './mints.store.ts';
import { mintOfPiece, type MintRow, type PieceSettings, placeOf, readMyNfts } from './pieces.view.ts';

/** Orders stay, because ledger postings refer to them; so do the serials they took. */
export function orderPersonalData(settings: PieceSettings): PersonalData {
  return {
    erased: ['nft_move_day'],
    kept: {
      mall_order: 'An order explains a posting of the ledger, under the same key.',
      nft_piece: 'Of an edition every number is somebody’s or free; it is never given twice.',
      nft_edition_fan: 'What fans have taken of an edition adds up to its pieces.',
      nft_mint: 'A piece is minted once; the wallet goes when it has arrived.',
    },
    async erase(tx, { id }) {
      await forgetWallets(tx, id);
      await forgetMoveDays(tx, id);
    },
    async copy(db, { fan, language, mostRows }) {
      const whole = { fanId: fan.id, language, pageNum: 1, pageSize: mostRows };
      const orders = await readOrders(db, settings, whole);
      const nfts = await readMyNfts(db, settings, whole);
      return { orders: { total: orders.total, rows: orders.list }, nfts: { total: nfts.total, rows: nfts.list } };
    },
  };
}

type OrderList = DataOf<Contract['POST /wallet/api/v1/pointsMall/getOrderList']>;
type Order = OrderList['list'][number];

type Row = {
  readonly id: number;
  readonly kind: Order['kind'];
  readonly goods_id: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly num: number;
  readonly paid: number;
  readonly state: Order['state'];
  readonly ordered_at: Date;
  readonly settled_at: Date | null;
  readonly activity_id: string | null;
  readonly votes: number | null;
  readonly picture_seed: string | null;
  readonly size: number | null;
  readonly pieces: readonly { readonly serial: number; readonly mint: MintRow | null }[];
};

/** Orders with their goods. Retired goods keep their titles, because records outlive goods. */
const orders = sql`
  select o.id, o.kind, coalesce(o.vote_pack_id, o.nft_edition_id) as goods_id, coalesce(pack.title, e.title) as title,
         o.num, o.paid, o.state, o.ordered_at, o.settled_at, pack.activity_id, o.votes, e.picture_seed, e.size,
         array(select json_build_object('serial', p.serial, 'mint', ${mintOfPiece})
                 from nft_piece p where p.order_id = o.id order by p.serial) as pieces
    from mall_order o
    left join vote_pack pack on pack.id = o.vote_pack_id
    left join nft_edition e on e.id = o.nft_edition_id`;

function shown(row: Row, language: Language, settings: PieceSettings): Order {
  return {
    orderId: String(row.id),
    kind: row.kind,
    goodsId: row.goods_id,
    title: row.title[language],
    num: row.num,
    paid: row.paid,
    state: row.state,
    orderedAt: row.ordered_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    activityId: row.activity_id,
    votes: row.votes,
    pictureUrl: row.picture_seed === null ? null : nftUrl(row.picture_seed),
    size: row.size,
    serials: row.pieces.map(({ serial }) => serial),
    pieces: row.pieces.map(({ serial, mint }) => ({ serial, ...placeOf(mint, settings) })),
  };
}

export async function readOrder(
  db: Kysely<DB>,
  settings: PieceSettings,
  { orderId, language }: { orderId: number; language: Language },
): Promise<Order> {
  const { rows } = await sql<Row>`${orders} where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no order ${orderId}`);
  return shown(row, language, settings);
}

type Question = {
  readonly fanId: number;
  readonly language: Language;
  readonly kind?: Order['kind'] | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns a page of a fan's orders, newest first. */
export async function readOrders(
  db: Kysely<DB>,
  settings: PieceSettings,
  { fanId, language, kind, pageNum, pageSize }: Question,
): Promise<OrderList> {
  const own = sql`o.fan_id = ${fanId} and ${kind === undefined ? sql`true` : sql`o.kind = ${kind}`}`;
  const { rows } = await sql<Row>`
    ${orders} where ${own} order by o.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from mall_order o where ${own}`.execute(db);
  return { list: rows.map((row) => shown(row, language, settings)), total: counts[0]?.total ?? 0, pageNum, pageSize };
}

/** Reads a fan's orders that are neither done nor refunded, oldest first, and whether all wait for delayed pieces. */
export async function readOrdersBeingHandled(
  db: Kysely<DB>,
  fanId: number,
): Promise<DataOf<Contract['POST /wallet/api/v1/pointsMall/getHandlerStatus']>> {
  const { rows } = await sql<{ id: number; isDelayed: boolean }>`
    select o.id, coalesce((select bool_or(t.state = 'impossible') and bool_and(t.state in ('impossible', 'confirmed'))
                             from nft_mint m join chain_transaction t on t.id = m.transaction_id
                            where m.order_id = o.id), false) as "isDelayed"
      from mall_order o where o.fan_id = ${fanId} and o.state in ('paid', 'processing', 'failed') order by o.id`.execute(
    db,
  );
  const isHandling = rows.length > 0;
  const isDelayed = isHandling && rows.every((order) => order.isDelayed);
  return { isHandling, orderIds: rows.map(({ id }) => String(id)), isDelayed };
}
