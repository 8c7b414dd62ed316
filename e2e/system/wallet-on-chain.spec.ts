import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { startLocalChain } from '#/fixtures/local-chain.ts';
import { startProduct } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { startVisits } from '#/fixtures/visit.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { wordsIn } from '#/pages/words.ts';

test('a wallet that is a contract signs in, and is told when the chain is away, while one of a key needs none', async ({
  browser,
  language,
  theme,
  motion,
}) => {
  await using chain = await startLocalChain();
  await using product = await startProduct({ CHAIN_RPC_URL: chain.url });
  const visits = startVisits({ browser, address: product.address, look: { language, theme, motion } });
  const address = await chain.contractWallet();

  const page = await visits.anonymously();
  await injectWallet(page, { address, forges: true });
  const sheet = new WalletSheet(page, wordsIn.en_US);
  await sheet.open('?next=/me');
  await sheet.choose('Test Wallet');
  await expect(page).toHaveURL('/me');
  await expect(page.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase())).toBeVisible();

  await chain[Symbol.asyncDispose]();
  for (const [inLanguage, words] of [
    ['en_US', 'The blockchain cannot be reached'],
    ['zh_TW', '目前無法連線至區塊鏈'],
  ] as const) {
    const later = await visits.anonymously({ language: inLanguage, tolerates: [/status of 503/] });
    await injectWallet(later, { address, forges: true });
    const laterSheet = new WalletSheet(later, wordsIn[inLanguage]);
    await laterSheet.open();
    await laterSheet.choose('Test Wallet');
    await expect(laterSheet.alert).toContainText(words);
  }

  const byKey = await visits.anonymously();
  await injectWallet(byKey);
  const sheetByKey = new WalletSheet(byKey, wordsIn.en_US);
  await sheetByKey.open('?next=/me');
  await sheetByKey.choose('Test Wallet');
  await expect(byKey).toHaveURL('/me');
  expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
});
