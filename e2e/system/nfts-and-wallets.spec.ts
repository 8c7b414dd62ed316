import { join } from 'node:path';
import { expect as eventually, type Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks, shots, takesPictures } from '#/looks.ts';
import { says, type Say } from '#/pages/texts.ts';

const newAddress = () => privateKeyToAddress(generatePrivateKey()).toLowerCase();
const newHash = () => generatePrivateKey();

// The node is away, so that each state stays until the test has put the next one in its place.
test.use({
  settings: {
    CHAIN_RPC_URL: 'http://127.0.0.1:9',
    NFT_CONTRACT: newAddress(),
    MINTER_KEY: generatePrivateKey(),
    FAUCET_KEY: generatePrivateKey(),
    NFT_MOVE_FEE: '20',
    NFT_MOVES_PER_DAY: '2',
  },
});

const paperMoon = 'nft-paper-moon';

type Stage = { readonly page: Page; readonly say: Say; readonly product: Product; readonly fan: Fan };

const pieceCards = ({ page, say }: Stage) => page.getByRole('list', { name: say('nft.mine') }).getByRole('listitem');

async function openPiece(place: Stage, serial: number): Promise<void> {
  await openPage(place.page, '/my-orders');
  await pieceCards(place)
    .filter({ hasText: `${serial} / 300` })
    .getByRole('button')
    .click();
}

async function buyPieces({ address }: Pick<Product, 'address'>, fan: Fan, num: number): Promise<readonly number[]> {
  const { serials } = await call(
    address,
    'POST /wallet/api/v1/pointsMall/summitBuy',
    { body: { goodsId: paperMoon, num } },
    fan,
  );
  const read = () => call(address, 'GET /activity/api/v1/packet/myNft', { query: { pageNum: 1, pageSize: 20 } }, fan);
  await eventually.poll(async () => (await read()).total).toBe(num);
  return serials;
}

async function idOf({ database }: Product, { accountId }: Fan): Promise<string> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM fan WHERE account_id = $1', [accountId]);
  return rows[0]?.id ?? '';
}

async function linkWallet(product: Product, fan: Fan): Promise<void> {
  const fanId = await idOf(product, fan);
  await product.database.query('INSERT INTO linked_wallet VALUES ($1, $2, now())', [fanId, newAddress()]);
}

/** Signs a transaction that waits, as the outbox does when the node is there. */
async function sign({ database }: Product, transactionId: string): Promise<string> {
  const [sender, hash] = [newAddress(), newHash()];
  await database.query('INSERT INTO chain_sender VALUES ($1, 1)', [sender]);
  await database.query(`UPDATE chain_transaction SET state = 'sent', sender = $2, nonce = 0 WHERE id = $1`, [
    transactionId,
    sender,
  ]);
  await database.query(
    `INSERT INTO signed_transaction (hash, transaction_id, nonce, gas, max_fee, raw, signed_at)
      VALUES ($2, $1, 0, 21000, 1, '0x00', now())`,
    [transactionId, hash],
  );
  return hash;
}

async function confirm({ database }: Product, transactionId: string, hash: string): Promise<void> {
  await database.query('UPDATE signed_transaction SET raw = NULL WHERE hash = $1', [hash]);
  await database.query(
    `UPDATE chain_transaction SET state = 'confirmed', target = NULL, data = NULL, settled_at = now(), hash = $2
      WHERE id = $1`,
    [transactionId, hash],
  );
}

type Progress = 'waiting' | 'impossible' | 'signed' | 'minted';

async function movePiece(product: Product, fan: Fan, serial: number, upTo: Progress): Promise<void> {
  const { address, database } = product;
  await call(address, 'POST /wallet/api/v1/pointsMall/moveToWallet', { body: { goodsId: paperMoon, serial } }, fan);
  if (upTo === 'waiting') return;
  const { rows } = await database.query<{ transaction_id: string }>(
    'SELECT transaction_id FROM nft_mint WHERE edition_id = $1 AND serial = $2',
    [paperMoon, serial],
  );
  const transactionId = rows[0]?.transaction_id ?? '';
  if (upTo === 'impossible') {
    const impossible = `state = 'impossible', settled_at = now(), reason = 'planted'`;
    await database.query(`UPDATE chain_transaction SET ${impossible} WHERE id = $1`, [transactionId]);
    return;
  }
  const hash = await sign(product, transactionId);
  if (upTo === 'signed') return;
  await confirm(product, transactionId, hash);
  await database.query('UPDATE nft_mint SET minted_at = now() WHERE transaction_id = $1', [transactionId]);
}

async function openMoved(place: Stage, upTo: Progress): Promise<void> {
  const { product, fan } = place;
  const [serial = 0] = await buyPieces(product, fan, 1);
  await linkWallet(product, fan);
  await movePiece(product, fan, serial, upTo);
  await openPiece(place, serial);
}

async function openMove(place: Stage): Promise<void> {
  const { page, say, product, fan } = place;
  const [serial = 0] = await buyPieces(product, fan, 1);
  await linkWallet(product, fan);
  await openPiece(place, serial);
  await page.getByRole('button', { name: say('nft.move') }).click();
  await expect(page.getByRole('button', { name: say('nft.movePay', { points: 20 }) })).toBeVisible();
}

async function openLinking({ page, say }: Stage): Promise<void> {
  await injectWallet(page);
  await openPage(page, '/my-security?set=wallet');
  await expect(page.getByRole('dialog', { name: say('wallet.link') }).getByText('Test Wallet')).toBeVisible();
}

/** What a fan sees of pieces and coins on the chain: each opens the screen, and waits for what must be seen. */
const scenes: Readonly<Record<string, (place: Stage) => Promise<void>>> = {
  async pieces(place) {
    const { page, say, product, fan } = place;
    const [one = 0, other = 0] = await buyPieces(product, fan, 3);
    await linkWallet(product, fan);
    await movePiece(product, fan, one, 'minted');
    await movePiece(product, fan, other, 'signed');
    await openPage(page, '/my-orders');
    await expect(pieceCards(place)).toHaveCount(3);
    for (const state of ['custody', 'onItsWay', 'inWallet'] as const)
      await expect(page.getByText(say(`nft.place.${state}`), { exact: true })).toBeVisible();
  },
  async 'piece in custody'(place) {
    const [serial = 0] = await buyPieces(place.product, place.fan, 1);
    await openPiece(place, serial);
    await expect(place.page.getByRole('button', { name: place.say('nft.move') })).toBeVisible();
    await expect(place.page.getByText(place.say('nft.custodyNote'))).toBeVisible();
  },
  async 'piece on its way'(place) {
    await openMoved(place, 'signed');
    await expect(place.page.getByRole('link', { name: place.say('chain.seeTransaction') })).toBeVisible();
  },
  async 'delayed piece'(place) {
    await openMoved(place, 'impossible');
    await expect(place.page.getByRole('dialog').getByText(place.say('nft.placeOf.delayed'))).toBeVisible();
  },
  move: openMove,
  async moved(place) {
    const { page, say } = place;
    await openMove(place);
    await page.getByRole('button', { name: say('nft.movePay', { points: 20 }) }).click();
    await expect(page.getByText(say('nft.moveStarted'))).toBeVisible();
  },
  async 'move without a wallet'(place) {
    const { page, say, product, fan } = place;
    const [serial = 0] = await buyPieces(product, fan, 1);
    await openPiece(place, serial);
    await page.getByRole('button', { name: say('nft.move') }).click();
    await expect(page.getByRole('button', { name: say('wallet.link') })).toBeVisible();
  },
  async 'moves used up'(place) {
    const { page, say, product, fan } = place;
    const [one = 0, other = 0, last = 0] = await buyPieces(product, fan, 3);
    await linkWallet(product, fan);
    await movePiece(product, fan, one, 'waiting');
    await movePiece(product, fan, other, 'waiting');
    await openPiece(place, last);
    await page.getByRole('button', { name: say('nft.move') }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  async 'order to a wallet'({ page, product, fan }) {
    const wallet = newAddress();
    await product.database.query(`UPDATE fan SET kind = 'web3', wallet_address = $2 WHERE account_id = $1`, [
      fan.accountId,
      wallet,
    ]);
    await openPage(page, '/mall?tab=nfts');
    await reloadPage(page);
    await page.getByRole('article').getByRole('button').nth(1).click();
    await expect(page.getByRole('dialog')).toContainText(`${wallet.slice(0, 6)}…${wallet.slice(-4)}`);
  },
  'link a wallet': openLinking,
  async 'wrong code to link a wallet'(place) {
    const { page, say } = place;
    await openLinking(place);
    const sheet = page.getByRole('dialog', { name: say('wallet.link') });
    await sheet.getByText('Test Wallet').click();
    await sheet.getByLabel(say('account.code')).fill('000000');
    await sheet.getByRole('button', { name: say('account.continue') }).click();
    await expect(sheet.getByLabel(say('account.code'))).toHaveAttribute('aria-invalid', 'true');
  },
  async 'linked wallet'({ page, say, product, fan }) {
    await linkWallet(product, fan);
    await openPage(page, '/my-security');
    await expect(page.getByRole('button', { name: say('wallet.linkAnother') })).toBeVisible();
  },
  async 'order of pieces'({ page, say, product, fan }) {
    const [one = 0] = await buyPieces(product, fan, 2);
    await linkWallet(product, fan);
    await movePiece(product, fan, one, 'minted');
    await openPage(page, '/my-orders?tab=orders');
    await page.getByRole('button', { name: say.withAny('order.whereArePieces', ['title']) }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  },
  async 'test coins without a wallet'({ page, say }) {
    await openPage(page, '/my-assets');
    await page.getByRole('link', { name: say('wallet.link') }).scrollIntoViewIfNeeded();
  },
  async 'test coins on their way'({ page, say, product, fan }) {
    await linkWallet(product, fan);
    await openPage(page, '/my-assets');
    await page.getByRole('button', { name: say('testCoins.takeOnChain', { amount: '0.01' }) }).click();
    await expect(page.getByText(say('testCoins.sentNote.onItsWay'))).toBeVisible();
    await page.getByText(say('testCoins.sentNote.onItsWay')).scrollIntoViewIfNeeded();
  },
  async 'test coins arrived'({ page, say, product, fan }) {
    await linkWallet(product, fan);
    await call(product.address, 'POST /wallet/api/v1/userExpand/getFreeTestCoin', { body: {} }, fan);
    const { rows } = await product.database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM test_coin_grant WHERE fan_id = $1',
      [await idOf(product, fan)],
    );
    const transactionId = rows[0]?.transaction_id ?? '';
    await confirm(product, transactionId, await sign(product, transactionId));
    await openPage(page, '/my-assets');
    await page.getByRole('link', { name: say('chain.seeTransaction') }).scrollIntoViewIfNeeded();
  },
};

test.describe.configure({ timeout: 300_000 });

for (const { language, theme } of looks) {
  test(`pieces and coins on the chain are accessible and fit the phone in ${language}, ${theme}`, async ({
    given,
    product,
    visit,
  }) => {
    for (const [name, show] of Object.entries(scenes)) {
      await test.step(name, async () => {
        const fan = await given.fan({ points: 2000 });
        const page = await visit.as(fan, { language, theme });
        await show({ page, say: says[language], product, fan });
        if (takesPictures) {
          const file = `chain ${name} ${language} ${theme}.png`.replaceAll(' ', '-');
          await page.screenshot({ path: join(shots, file), animations: 'disabled' });
        }
        expect.soft(await violations(page), `what axe finds on ${name}`).toEqual([]);
        const width = page.viewportSize()?.width ?? 0;
        const beyond = await page.evaluate((screen) => document.documentElement.scrollWidth - screen, width);
        expect.soft(beyond, `pixels by which ${name} is wider than the phone`).toBeLessThanOrEqual(0);
        await page.close();
      });
    }
  });
}
