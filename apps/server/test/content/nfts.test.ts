import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatProblem, readPack } from '#/modules/content/index.ts';
import { contentBench } from './content-bench.ts';
import { type Edit, smallPack } from './small-pack.ts';

const nfts = `nfts:
  - id: moon
    title: { en_US: Moon, zh_TW: 月亮 }
    description: { en_US: It shines, zh_TW: 它會發光 }
    pictureSeed: moon-h2
    size: 5
    reserved: 2
    price: 30
    perFanLimit: 3
    opensAt: -P1D
    closesAt: +P1D
`;

/** Replaces a text of the NFTs. */
function editNfts(from: string, to: string): string {
  const after = nfts.replace(from, to);
  if (after === nfts) throw new Error(`There is no ${from}`);
  return after;
}

async function problemsOf(text: string, ...edits: readonly Edit[]): Promise<string[]> {
  await using folder = await smallPack(...edits);
  await writeFile(join(folder.path, 'nfts.yaml'), text);
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
}

test.each([
  ['size: 5', 'size: 0', 'nfts.yaml:6 nfts[0].size: is 0; expected a whole number from 1 to 10000'],
  ['reserved: 2', 'reserved: 6', 'nfts.yaml:7 nfts[0].reserved: is 6; expected at most the size, 5'],
  ['id: moon', 'id: spark', 'nfts.yaml:2 nfts[0].id: is "spark", which is a vote pack; expected an id of its own'],
  ['closesAt: +P1D', 'closesAt: -P2D', 'nfts.yaml:11 nfts[0].closesAt: is not after opensAt; expected a later time'],
])('%s made %s is refused with its place', async (from, to, problem) => {
  expect(await problemsOf(editNfts(from, to))).toEqual([problem]);
});

describe('applying NFTs', () => {
  const bench = contentBench();
  const { apply, rowsOf } = bench;
  const write = (text: string) => writeFile(join(bench.folder.path, 'nfts.yaml'), text);
  const numbers = () =>
    rowsOf(`SELECT e.size, e.reserved, e.retired, array_agg(p.serial ORDER BY p.serial) AS serials
              FROM nft_edition e JOIN nft_piece p ON p.edition_id = e.id GROUP BY e.id`);

  test('makes an edition with all its pieces, which follow its size until one is bought', async () => {
    await write(nfts);
    await apply();
    expect(await numbers()).toEqual([{ size: 5, reserved: 2, retired: false, serials: [1, 2, 3, 4, 5] }]);
    await write(editNfts('size: 5', 'size: 3'));
    await apply();
    expect(await numbers()).toEqual([{ size: 3, reserved: 2, retired: false, serials: [1, 2, 3] }]);
    await write(nfts);
    await apply();
    expect(await numbers()).toEqual([{ size: 5, reserved: 2, retired: false, serials: [1, 2, 3, 4, 5] }]);
    await write('nfts: []\n');
    await apply();
    expect(await numbers()).toMatchObject([{ retired: true }]);
  });

  test('refuses another size and picture of what fans have bought', async () => {
    await write(nfts);
    await apply();
    await takeOne();
    await write(editNfts('size: 5', 'size: 6').replace('moon-h2', 'moon-h3'));
    expect(await bench.refusalOf(apply())).toEqual([
      'nfts.yaml:5 nfts[0].pictureSeed: is "moon-h3", but fans have bought "moon-h2"; expected what they bought',
      'nfts.yaml:6 nfts[0].size: is 6, but fans have bought pieces of 5; expected 5',
    ]);
    await write(editNfts('price: 30', 'price: 40'));
    await apply();
    await giveBack();
  });

  test('refuses the id of an earlier vote pack', async () => {
    await apply();
    await bench.folder.edit(['packs.yaml', 'id: spark', 'id: flash']);
    await write(editNfts('id: moon', 'id: spark'));
    expect(await bench.refusalOf(apply())).toEqual([
      'nfts.yaml:2 nfts[0].id: is "spark", which was a vote pack; expected an id of its own',
    ]);
  });

  test('refuses the id of an earlier NFT for a vote pack', async () => {
    await write(nfts);
    await apply();
    await write('nfts: []\n');
    await bench.folder.edit(['packs.yaml', 'id: spark', 'id: moon']);
    expect(await bench.refusalOf(apply())).toEqual([
      'packs.yaml:2 packs[0].id: is "moon", which was an NFT; expected an id of its own',
    ]);
  });

  /** Inserts an order of a piece, without its payment. */
  const takeOne = () =>
    bench.database.ownerPool
      .query(`
      WITH fan AS (
        INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at)
        VALUES ('aaaaaaaaaaaaaaaaaaaa', 'ABCDEFGH', 'web2', 'fan@example.com', 'none', 'Mina', 'mina', now())
          RETURNING id
      ), ordered AS (
        INSERT INTO mall_order (fan_id, kind, nft_edition_id, num, paid, state, key, ordered_at)
        SELECT id, 'nft', 'moon', 1, 30, 'paid', gen_random_uuid(), now() FROM fan RETURNING id, fan_id
      ) SELECT id, fan_id FROM ordered`)
      .then(({ rows }) =>
        bench.database.ownerPool.query(
          `UPDATE nft_piece SET order_id = $1, buyer_id = $2 WHERE serial = 3`,
          Object.values(rows[0] as Record<string, unknown>),
        ),
      );
  const giveBack = () =>
    bench.database.ownerPool.query('UPDATE nft_piece SET order_id = NULL, buyer_id = NULL; DELETE FROM mall_order');
});

describe('pieces as prizes', () => {
  const withFiveReserved = editNfts('reserved: 2', 'reserved: 5');
  const inLuck = (from: string, to: string): Edit => ['luck.yaml', from, to];

  test('may be prizes of a box, as many as are reserved', async () => {
    expect(await problemsOf(withFiveReserved, inLuck('points: 10, count: 90', 'nft: moon, count: 5'))).toEqual([]);
    expect(await problemsOf(withFiveReserved, inLuck('points: 10, count: 90', 'nft: moon, count: 6'))).toEqual([
      'luck.yaml:27 boxes[0].prizes[0].count: is 6, but moon has 5 reserved pieces; expected at most that',
    ]);
  });

  test('are counted over all prizes', async () => {
    const edits = [
      inLuck('points: 10, count: 90', 'nft: moon, count: 3'),
      inLuck('points: 200, rare: true, count: 10', 'nft: moon, rare: true, count: 3'),
    ];
    expect(await problemsOf(withFiveReserved, ...edits)).toEqual([
      'luck.yaml:28 boxes[0].prizes[1].count: is 3, with the prizes before 6, ' +
        'but moon has 5 reserved pieces; expected at most that',
    ]);
  });

  test('are no prizes of what repeats', async () => {
    expect(await problemsOf(withFiveReserved, inLuck('points: 1000, count: 1', 'nft: moon, count: 1'))).toEqual([
      'luck.yaml:52 raffles[0].prizes[0].nft: is "moon" on a weekly schedule; expected an NFT to be given once',
    ]);
  });
});
