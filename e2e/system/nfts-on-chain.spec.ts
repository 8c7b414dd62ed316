import type { Locator, Page } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { call } from '#/fixtures/call.ts';
import { grantPoints } from '#/fixtures/grant-points.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { type LocalChain, startLocalChain } from '#/fixtures/local-chain.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import { mailSubjects } from '#/fixtures/mails.ts';
import type { Product, Settings } from '#/fixtures/product.ts';
import { type Fan, mailedCode } from '#/fixtures/register-fan.ts';
import { expect, test as base } from '#/fixtures/test.ts';
import { orderWordsIn } from '#/pages/order-texts.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';

const test = base.extend<object, { readonly chain: LocalChain; readonly settings: Settings }>({
  chain: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, provide) => {
      await using chain = await startLocalChain();
      await provide(chain);
    },
    { scope: 'worker' },
  ],
  settings: [async ({ chain }, provide) => provide(await chain.mintingSettings()), { scope: 'worker' }],
});

// One worker, with one chain and one product of these settings, for all of them.
test.describe.configure({ mode: 'default' });

const minuteMs = 60_000;
const say = says.en_US;
const words = orderWordsIn.en_US;
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase();

type Linking = { readonly page: Page; readonly product: Pick<Product, 'address'>; readonly fan: Fan };

/** From the list of wallets to the code of the mail, which is not sent on yet. */
async function enterLinkingCode({ page, product, fan }: Linking): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: say('wallet.link') });
  await dialog.getByText('Test Wallet').click();
  await dialog.getByRole('button', { name: say('account.sendCode') }).click();
  await expect(dialog.getByText(say('account.codeSent'))).toBeVisible();
  await dialog.getByLabel(say('account.code')).fill(await mailedCode(product.address, fan.email));
  return dialog;
}

test('an NFT that a wallet account buys is in its wallet, as the chain itself says', async ({
  chain,
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  const { address } = await injectWallet(page);
  const signIn = new WalletSheet(page, textsIn.en_US);
  await signIn.open('?next=/mall?tab=nfts');
  await signIn.choose('Test Wallet');
  await expect(page).toHaveURL('/mall?tab=nfts');
  const { rows } = await product.database.query<{ account_id: string }>(
    'SELECT account_id FROM fan WHERE wallet_address = $1',
    [address.toLowerCase()],
  );
  await grantPoints(product, rows[0]?.account_id ?? '', 600);
  await reloadPage(page);

  await page.getByRole('button', { name: words.buyMoon }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(say('nft.toYourWallet', { wallet: short(address) }));
  await sheet.getByRole('button', { name: say('order.pay', { points: 280 }) }).click();
  await expect(sheet.getByText(say('nft.placeOf.inWallet', { wallet: short(address) }))).toBeVisible();
  const number = /(\d+) \/ 300/.exec((await sheet.getByRole('list', { name: words.numbers }).textContent()) ?? '')?.[1];
  const link = sheet.getByRole('link', { name: say('chain.seeTransaction') });
  const hash = /\/tx\/(0x[0-9a-f]{64})$/.exec((await link.getAttribute('href')) ?? '')?.[1];

  const [token, ...others] = await chain.tokensOf(address);
  expect(token).toMatchObject({ serial: Number(number), owner: address });
  expect(others).toEqual([]);
  const receipt = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` });
  expect(receipt.status).toBe('success');

  await sheet.getByRole('link', { name: words.toCollection }).click();
  await expect(page.getByText(say('nft.place.inWallet'), { exact: true })).toBeVisible();
});

test('a fan links a wallet and moves an NFT there, which a reload does not disturb', async ({
  chain,
  given,
  product,
  visit,
}) => {
  const fan = await given.fan({ points: 600 });
  const page = await visit.as(fan);
  const { address } = await injectWallet(page);
  await openPage(page, '/mall?tab=nfts');
  await page.getByRole('button', { name: words.buyMoon }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(say('nft.place.custody'));
  await sheet.getByRole('button', { name: say('order.pay', { points: 280 }) }).click();
  await expect(sheet.getByRole('status').getByText(words.done, { exact: true })).toBeVisible();
  await sheet.getByRole('link', { name: words.toCollection }).click();

  const piece = page.getByRole('list', { name: words.myNfts }).getByRole('listitem');
  await piece.getByRole('button').click();
  await sheet.getByRole('button', { name: say('nft.move') }).click();
  await sheet.getByRole('button', { name: say('wallet.link') }).click();
  const linking = await enterLinkingCode({ page, product, fan });
  await linking.getByRole('button', { name: say('account.continue') }).click();
  await expect(sheet.getByText(address.toLowerCase())).toBeVisible();
  await chain.client.setAutomine(false);
  await sheet.getByRole('button', { name: say('nft.moveNow') }).click();
  await expect(sheet.getByText(say('nft.moveStarted'))).toBeVisible();
  await expect(sheet.getByRole('link', { name: say('chain.seeTransaction') })).toBeVisible();

  await reloadPage(page);
  await expect(piece).toContainText(say('nft.place.onItsWay'));
  expect(await chain.tokensOf(address), 'not mined yet').toEqual([]);
  await chain.client.setAutomine(true);
  await chain.client.mine({ blocks: 1 });
  await expect(piece, 'without a reload').toContainText(say('nft.place.inWallet'));
  expect(await chain.tokensOf(address)).toMatchObject([{ owner: address }]);
});

test('a wrong code and a wallet that declines lose nothing; then the wallet is linked and gets test coins', async ({
  chain,
  given,
  product,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.as(fan);
  const wallet = await injectWallet(page);
  const { address } = wallet;
  await openPage(page, '/my-assets');
  await page.getByRole('link', { name: say('wallet.link') }).click();
  const linking = await enterLinkingCode({ page, product, fan });
  const code = linking.getByLabel(say('account.code'));
  const right = await code.inputValue();
  await code.fill(right === '000000' ? '000001' : '000000');
  await linking.getByRole('button', { name: say('account.continue') }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  expect(wallet.messages, 'nothing was to be signed').toEqual([]);
  wallet.misbehave({ signing: 4001 });
  await code.fill(right);
  await linking.getByRole('button', { name: say('account.continue') }).click();
  await expect(linking.getByRole('alert')).toHaveText(say('wallet.trouble.rejected'));
  wallet.mend();
  await linking.getByText('Test Wallet').click();
  await expect(page.getByText(say('wallet.linked', { wallet: short(address) }))).toBeVisible();
  await openPage(page, '/my-assets');
  await page.getByRole('button', { name: say('testCoins.takeOnChain', { amount: '0.01' }) }).click();
  await expect(page.getByText(say('testCoins.sent.arrived', { amount: '0.01', wallet: short(address) }))).toBeVisible();
  await expect(page.getByRole('link', { name: say('chain.seeTransaction') })).toBeVisible();
  expect(await chain.client.getBalance({ address })).toBe(parseEther('0.01'));
  await expect
    .poll(() => mailSubjects(product.address, fan.email))
    .toContain('A wallet was linked to your Lightstick account');
  await openPage(page, '/notifications');
  await expect(page.getByText(say('notices.walletLinked', { wallet: short(address) }))).toBeVisible();
});

test('a move whose answer was lost is asked for again, and one piece arrives, also with a turned clock', async ({
  chain,
  given,
  product,
  visit,
}) => {
  await product.time.pass(3 * minuteMs);
  const fan = await given.fan({ points: 300 });
  const body = { goodsId: 'nft-paper-moon' };
  const { serials } = await call(product.address, 'POST /wallet/api/v1/pointsMall/summitBuy', { body }, fan);
  const address = privateKeyToAddress(generatePrivateKey());
  await product.database.query('INSERT INTO linked_wallet SELECT id, $2, now() FROM fan WHERE account_id = $1', [
    fan.accountId,
    address.toLowerCase(),
  ]);
  const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
  await openPage(page, '/my-orders');
  await page.getByRole('list', { name: words.myNfts }).getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: say('nft.move') }).click();
  const lost = await loseAnswers(page, '/wallet/api/v1/pointsMall/moveToWallet');
  await sheet.getByRole('button', { name: say('nft.moveNow') }).click();
  await expect(sheet.getByRole('alert')).toContainText(say('nft.moveUnsettled'));
  await sheet.getByRole('button', { name: say('mall.askAgain') }).click();
  await expect(sheet.getByText(say('nft.moveArrived'))).toBeVisible();
  expect(new Set(lost.keys).size, 'one decision').toBe(1);
  expect(await chain.tokensOf(address)).toMatchObject([{ serial: serials[0], owner: address }]);
});
