import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { startLocalChain } from '#/fixtures/local-chain.ts';
import { startProduct } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { startVisits } from '#/fixtures/visit.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { refusalText } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

test('a contract wallet signs in and sees when the chain is unreachable; a key wallet needs no chain', async ({
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
  const sheet = new WalletSheet(page, textsIn.en_US);
  await sheet.open('?next=/me');
  await sheet.choose('Test Wallet');
  await expect(page).toHaveURL('/me');
  await expect(page.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase())).toBeVisible();

  await chain[Symbol.asyncDispose]();
  for (const inLanguage of ['en_US', 'zh_TW'] as const) {
    const later = await visits.anonymously({ language: inLanguage, tolerates: [/status of 503/] });
    await injectWallet(later, { address, forges: true });
    const laterSheet = new WalletSheet(later, textsIn[inLanguage]);
    await laterSheet.open();
    await laterSheet.choose('Test Wallet');
    await expect(laterSheet.alert).toContainText(refusalText('CHAIN_UNAVAILABLE', inLanguage));
  }

  const byKey = await visits.anonymously();
  await injectWallet(byKey);
  const sheetByKey = new WalletSheet(byKey, textsIn.en_US);
  await sheetByKey.open('?next=/me');
  await sheetByKey.choose('Test Wallet');
  await expect(byKey).toHaveURL('/me');
  expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
});
