import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { nftUrl } from '#/modules/art/index.ts';
import { forgetMoveDays, forgetWallets } from './mints.store.ts';
import type { Settings } from '#/config/settings.ts';
import { transactionRows } from '#/modules/chain/index.ts';

type MyNfts = DataOf<Contract['GET /activity/api/v1/packet/myNft']>;
type Nft = MyNfts['list'][number];
type NftPlace = Pick<Nft, 'place' | 'wallet' | 'transaction'>;

/** A mint of a piece, as `mintOfPiece` reads it. */
type MintRow = {
  readonly wallet: string | null;
  readonly place: Exclude<NftPlace['place'], 'custody'>;
  readonly hash: string | null;
};

/** The mint of the piece `p` as JSON, null in custody. */
const mintOfPiece = sql<MintRow | null>`(
  select json_build_object('wallet', m.wallet, 'place', case
           when m.minted_at is not null then 'inWallet' when t.state = 'impossible' then 'delayed' else 'onItsWay' end,
         'hash', t.hash)
    from nft_mint m join ${transactionRows} t on t.id = m.transaction_id
   where m.edition_id = p.edition_id and m.serial = p.serial)`;

/** The settings that pieces are shown by. */
export type PieceSettings = Pick<Settings, 'chain'>;

function placeOf(mint: MintRow | null, { chain }: PieceSettings): NftPlace {
  if (!mint) return { place: 'custody', wallet: null, transaction: null };
  const { place, wallet, hash } = mint;
  // The transaction of a delayed piece is one that failed, and another follows.
  const isShown = hash !== null && place !== 'delayed';
  return { place, wallet, transaction: isShown ? { hash, url: `${chain.explorerUrl}/tx/${hash}` } : null };
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

type NftRow = {
  readonly edition_id: string;
  readonly serial: number;
  readonly order_id: number;
  readonly owned_at: Date;
  readonly size: number;
  readonly picture_seed: string;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly mint: MintRow | null;
};

const nftRows = sql`
  select p.edition_id, p.serial, p.order_id, p.owned_at, e.size, e.picture_seed, e.title, e.description,
         ${mintOfPiece} as mint
    from nft_piece p join nft_edition e on e.id = p.edition_id`;

function showNft(row: NftRow, language: Language, settings: PieceSettings): Nft {
  return {
    goodsId: row.edition_id,
    title: row.title[language],
    description: row.description[language],
    pictureUrl: nftUrl(row.picture_seed),
    serial: row.serial,
    size: row.size,
    orderId: String(row.order_id),
    ownedAt: row.owned_at.toISOString(),
    ...placeOf(row.mint, settings),
  };
}

type NftsQuestion = PageRequest & {
  readonly fanId: number;
  readonly language: Language;
};

/** Returns a page of a fan's pieces, newest first. */
export async function readMyNfts(
  db: Kysely<DB>,
  settings: PieceSettings,
  { fanId, language, ...asked }: NftsQuestion,
): Promise<MyNfts> {
  const page = await readPage(db, asked, {
    rows: sql<NftRow>`${nftRows} where p.owner_id = ${fanId} order by p.owned_at desc, p.order_id desc, p.serial`,
    total: sql<{ total: number }>`select count(*) as total from nft_piece where owner_id = ${fanId}`,
  });
  return { ...page, list: page.list.map((row) => showNft(row, language, settings)) };
}

/** Returns a piece with an owner. */
export async function readNft(
  db: Kysely<DB>,
  settings: PieceSettings,
  { editionId, serial, language }: { editionId: string; serial: number; language: Language },
): Promise<Nft> {
  const { rows } = await sql<NftRow>`
    ${nftRows} where p.edition_id = ${editionId} and p.serial = ${serial} and p.owner_id is not null`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Piece ${serial} of edition ${editionId} has no owner`);
  return showNft(row, language, settings);
}

type MintedPiece = {
  readonly serial: number;
  readonly size: number;
  readonly seed: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
};

/** Finds the piece that has left custody as a token. */
export async function findMintedPiece(db: Kysely<DB>, tokenId: number): Promise<MintedPiece | undefined> {
  const { rows } = await sql<MintedPiece>`
    select m.serial, e.size, e.picture_seed as seed, e.title, e.description
      from nft_mint m join nft_edition e on e.id = m.edition_id where m.token_id = ${tokenId}`.execute(db);
  return rows[0];
}

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

type OrderRow = {
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

function showOrder(row: OrderRow, language: Language, settings: PieceSettings): Order {
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
  const { rows } = await sql<OrderRow>`${orders} where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no order ${orderId}`);
  return showOrder(row, language, settings);
}

type OrdersQuestion = PageRequest & {
  readonly fanId: number;
  readonly language: Language;
  readonly kind?: Order['kind'] | undefined;
};

/** Returns a page of a fan's orders, newest first. */
export async function readOrders(
  db: Kysely<DB>,
  settings: PieceSettings,
  { fanId, language, kind, ...asked }: OrdersQuestion,
): Promise<OrderList> {
  const own = sql`o.fan_id = ${fanId} and ${kind === undefined ? sql`true` : sql`o.kind = ${kind}`}`;
  const page = await readPage(db, asked, {
    rows: sql<OrderRow>`${orders} where ${own} order by o.id desc`,
    total: sql<{ total: number }>`select count(*) as total from mall_order o where ${own}`,
  });
  return { ...page, list: page.list.map((row) => showOrder(row, language, settings)) };
}

/** Reads a fan's orders that are neither done nor refunded, oldest first, and whether all wait for delayed pieces. */
export async function readOrdersBeingHandled(
  db: Kysely<DB>,
  fanId: number,
): Promise<DataOf<Contract['POST /wallet/api/v1/pointsMall/getHandlerStatus']>> {
  const { rows } = await sql<{ id: number; isDelayed: boolean }>`
    select o.id, coalesce((select bool_or(t.state = 'impossible') and bool_and(t.state in ('impossible', 'confirmed'))
                             from nft_mint m join ${transactionRows} t on t.id = m.transaction_id
                            where m.order_id = o.id), false) as "isDelayed"
      from mall_order o where o.fan_id = ${fanId} and o.state in ('paid', 'processing', 'failed')
        order by o.id`.execute(db);
  const isHandling = rows.length > 0;
  const isDelayed = isHandling && rows.every((order) => order.isDelayed);
  return { isHandling, orderIds: rows.map(({ id }) => String(id)), isDelayed };
}
