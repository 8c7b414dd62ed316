import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { nftUrl } from '#/modules/art/index.ts';

type MyNfts = DataOf<Contract['GET /activity/api/v1/packet/myNft']>;
type Nft = MyNfts['list'][number];
type Place = Pick<Nft, 'place' | 'wallet' | 'transaction'>;

/** A mint of a piece, as `mintOfPiece` reads it. */
export type MintRow = {
  readonly wallet: string | null;
  readonly place: Exclude<Place['place'], 'custody'>;
  readonly hash: string | null;
};

/** The mint of the piece `p` as JSON, null in custody. Of a transaction that is not mined the newest signed form counts. */
export const mintOfPiece = sql<MintRow | null>`(
  select json_build_object('wallet', m.wallet, 'place', case
           when m.minted_at is not null then 'inWallet' when t.state = 'impossible' then 'delayed' else 'onItsWay' end,
         'hash', coalesce(t.hash, (
           select s.hash from signed_transaction s where s.transaction_id = t.id and s.nonce = t.nonce
            order by s.max_fee desc limit 1)))
    from nft_mint m join chain_transaction t on t.id = m.transaction_id
   where m.edition_id = p.edition_id and m.serial = p.serial)`;

/** The settings that pieces are shown by. */
export type PieceSettings = Pick<Settings, 'chain'>;

export function placeOf(mint: MintRow | null, { chain }: PieceSettings): Place {
  if (!mint) return { place: 'custody', wallet: null, transaction: null };
  const { place, wallet, hash } = mint;
  // The transaction of a delayed piece is one that failed, and another follows.
  const isShown = hash !== null && place !== 'delayed';
  return { place, wallet, transaction: isShown ? { hash, url: `${chain.explorerUrl}/tx/${hash}` } : null };
}

type Text = Readonly<Record<Language, string>>;

type NftRow = {
  readonly edition_id: string;
  readonly serial: number;
  readonly order_id: number;
  readonly owned_at: Date;
  readonly size: number;
  readonly picture_seed: string;
  readonly title: Text;
  readonly description: Text;
  readonly mint: MintRow | null;
};

const nfts = sql`
  select p.edition_id, p.serial, p.order_id, p.owned_at, e.size, e.picture_seed, e.title, e.description,
         ${mintOfPiece} as mint
    from nft_piece p join nft_edition e on e.id = p.edition_id`;

function shown(row: NftRow, language: Language, settings: PieceSettings): Nft {
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

type Question = {
  readonly fanId: number;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns a page of a fan's pieces, newest first. */
export async function readMyNfts(
  db: Kysely<DB>,
  settings: PieceSettings,
  { fanId, language, pageNum, pageSize }: Question,
): Promise<MyNfts> {
  const { rows } = await sql<NftRow>`
    ${nfts} where p.owner_id = ${fanId} order by p.owned_at desc, p.order_id desc, p.serial
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { total } = await db
    .selectFrom('nft_piece')
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .where('owner_id', '=', fanId)
    .executeTakeFirstOrThrow();
  return { list: rows.map((row) => shown(row, language, settings)), total, pageNum, pageSize };
}

/** Returns a piece with an owner. */
export async function readNft(
  db: Kysely<DB>,
  settings: PieceSettings,
  { editionId, serial, language }: { editionId: string; serial: number; language: Language },
): Promise<Nft> {
  const { rows } = await sql<NftRow>`
    ${nfts} where p.edition_id = ${editionId} and p.serial = ${serial} and p.owner_id is not null`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Piece ${serial} of edition ${editionId} has no owner`);
  return shown(row, language, settings);
}

type MintedPiece = {
  readonly serial: number;
  readonly size: number;
  readonly seed: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
};

/** The piece that has left custody as a token. */
export async function findMintedPiece(db: Kysely<DB>, tokenId: number): Promise<MintedPiece | undefined> {
  return db
    .selectFrom('nft_mint as mint')
    .innerJoin('nft_edition as edition', 'edition.id', 'mint.edition_id')
    .select(['mint.serial', 'edition.size', 'edition.picture_seed as seed', 'edition.title', 'edition.description'])
    .where('mint.token_id', '=', tokenId)
    .$castTo<MintedPiece>()
    .executeTakeFirst();
}
