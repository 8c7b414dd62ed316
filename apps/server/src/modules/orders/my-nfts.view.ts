import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { nftUrl } from '#/modules/art/index.ts';

type MyNfts = DataOf<Contract['GET /activity/api/v1/packet/myNft']>;
type Text = Readonly<Record<Language, string>>;

/** One page of the pieces that are a fan's, newest first. */
export async function readMyNfts(
  db: Kysely<DB>,
  { fanId, language, pageNum, pageSize }: { fanId: number; language: Language; pageNum: number; pageSize: number },
): Promise<MyNfts> {
  const rows = await db
    .selectFrom('nft_piece as piece')
    .innerJoin('nft_edition as edition', 'edition.id', 'piece.edition_id')
    .select((columns) => [
      'piece.edition_id',
      'piece.serial',
      'piece.order_id',
      'piece.owned_at',
      'edition.size',
      'edition.picture_seed',
      columns.ref('edition.title').$castTo<Text>().as('title'),
      columns.ref('edition.description').$castTo<Text>().as('description'),
    ])
    .where('piece.owner_id', '=', fanId)
    .orderBy('piece.owned_at', 'desc')
    .orderBy('piece.order_id', 'desc')
    .orderBy('piece.serial')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('nft_piece')
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .where('owner_id', '=', fanId)
    .executeTakeFirstOrThrow();

  const list = rows.map((row) => ({
    goodsId: row.edition_id,
    title: row.title[language],
    description: row.description[language],
    pictureUrl: nftUrl(row.picture_seed),
    serial: row.serial,
    size: row.size,
    orderId: String(row.order_id),
    // The table holds that a piece with an owner has it.
    ownedAt: row.owned_at?.toISOString() ?? '',
  }));
  return { list, total, pageNum, pageSize };
}
