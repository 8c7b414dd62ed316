import { ErrorCode } from '@lightstick/contract';
import { violations } from '#/fixtures/accessibility.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { injectWallet, type WalletFault } from '#/fixtures/injected-wallet.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { refusalText, says, type TextId } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;
const walletLogin = '/wallet/api/v1/user/metaMaskLogin';

for (const language of languages) {
  test(`a fan signs in with a wallet, and again in another browser, in ${language}`, async ({ visit }) => {
    const page = await visit.anonymously({ language });
    const wallet = await injectWallet(page);
    const sheet = new WalletSheet(page, textsIn[language]);
    const me = new MeScreen(page, textsIn[language]);

    await sheet.open('?next=/me');
    await sheet.choose('Test Wallet');
    await expect(page).toHaveURL('/me');
    const shown = `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`.toLowerCase();
    await expect(page.getByText(shown)).toBeVisible();
    const nickname = await me.nickname.textContent();
    expect(wallet.messages[0]).toMatch(new RegExp(`^${new URL(page.url()).host} wants you to sign in`));
    expect(wallet.asked).toEqual(['eth_requestAccounts', 'personal_sign']);

    const elsewhere = await visit.anonymously({ language });
    await injectWallet(elsewhere, { key: wallet.key });
    const sheetElsewhere = new WalletSheet(elsewhere, textsIn[language]);
    await sheetElsewhere.open('?next=/me');
    await sheetElsewhere.choose('Test Wallet');
    await expect(elsewhere).toHaveURL('/me');
    await expect(new MeScreen(elsewhere, textsIn[language]).nickname).toHaveText(nickname ?? '');
  });
}

test(
  'a fan who declines in the wallet sees that nothing happened, and may choose it again',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const wallet = await injectWallet(page, { signing: 4001 });
    const sheet = new WalletSheet(page, words);
    await sheet.open('?next=/me');
    await sheet.choose('Test Wallet');
    await expect(sheet.alert).toContainText(say('wallet.trouble.rejected'));
    wallet.mend();
    await sheet.choose('Test Wallet');
    await expect(page).toHaveURL('/me');
  },
);

const troubles: readonly [number, TextId][] = [
  [4001, 'wallet.trouble.rejected'],
  [-32002, 'wallet.trouble.pending'],
  [4902, 'wallet.trouble.unknownChain'],
  [-32603, 'wallet.trouble.internal'],
  [-32000, 'wallet.trouble.failed'],
];
for (const language of languages)
  test(`each error of a wallet has its own text, in ${language}`, { tag: '@system' }, async ({ visit }) => {
    const page = await visit.anonymously({ language });
    const wallet = await injectWallet(page);
    const sheet = new WalletSheet(page, textsIn[language]);
    await sheet.open();
    for (const [code, id] of troubles)
      await test.step(`error ${code}`, async () => {
        wallet.misbehave({ connecting: code });
        await sheet.choose('Test Wallet');
        await expect(sheet.alert).toContainText(says[language](id));
      });
  });

test(
  'a page from another address than the product’s own asks the wallet for no signature',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const wallet = await injectWallet(page);
    const sheet = new WalletSheet(page, words);
    await sheet.open();
    await openPage(page, page.url().replace('localhost', '127.0.0.1'));
    await page.getByRole('button', { name: words.walletSignIn }).click();
    await sheet.choose('Test Wallet');
    await expect(sheet.alert).toContainText(say('wallet.trouble.otherSite'));
    expect(wallet.messages).toEqual([]);
  },
);

test('a message that the wallet has rewritten for another site is refused', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await injectWallet(page, { rewrites: (message) => message.replace(/^\S+/, 'vote.example.org') });
  const sheet = new WalletSheet(page, words);
  await sheet.open();
  await sheet.choose('Test Wallet');
  await expect(sheet.alert).toContainText(refusalText('WALLET_SIGNATURE_INVALID', 'en_US'));
});

test('a signature by another key is refused', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await injectWallet(page, { forges: true });
  const sheet = new WalletSheet(page, words);
  await sheet.open();
  await sheet.choose('Test Wallet');
  await expect(sheet.alert).toContainText(refusalText('WALLET_SIGNATURE_INVALID', 'en_US'));
});

test('a signature that comes after five minutes is refused', { tag: '@system' }, async ({ product, visit }) => {
  const page = await visit.anonymously();
  const wallet = await injectWallet(page, { beforeSigning: () => product.time.pass(5 * 60_000) });
  const sheet = new WalletSheet(page, words);
  await sheet.open('?next=/me');
  await sheet.choose('Test Wallet');
  await expect(sheet.alert).toContainText(say('wallet.refused.challengeInvalid'));
  wallet.mend();
  await sheet.choose('Test Wallet');
  await expect(page).toHaveURL('/me');
});

test('a used sign-in message cannot sign in again', { tag: '@system' }, async ({ product, visit }) => {
  const page = await visit.anonymously();
  await injectWallet(page);
  const sheet = new WalletSheet(page, words);
  await sheet.open('?next=/me');
  const [sent] = await Promise.all([
    page.waitForRequest(
      (request) => request.url().endsWith(walletLogin) && request.postData()?.includes('signature') === true,
    ),
    sheet.choose('Test Wallet'),
  ]);
  await expect(page).toHaveURL('/me');
  const answer = await fetch(product.address + walletLogin, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent.postData(),
  });
  expect(await answer.json()).toMatchObject({ code: ErrorCode.WALLET_CHALLENGE_INVALID, data: null });
});

test(
  'a wallet that comes into the page late is offered as soon as it is there',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const wallet = await injectWallet(page, { road: 'late' });
    const sheet = new WalletSheet(page, words);
    await sheet.open('?next=/me');
    await expect(sheet.wallets).toHaveCount(0);
    await wallet.arrive();
    await sheet.choose(words.windowWallet);
    await expect(page).toHaveURL('/me');
  },
);

for (const road of ['window', 'binance'] as const) {
  test(`a wallet that is only in the window is offered: ${road}`, { tag: '@system' }, async ({ visit }) => {
    const page = await visit.anonymously();
    await injectWallet(page, { road });
    const sheet = new WalletSheet(page, words);
    await sheet.open('?next=/me');
    await sheet.choose(road === 'window' ? words.windowWallet : 'Binance Wallet');
    await expect(page).toHaveURL('/me');
  });
}

test('the fan chooses one of two wallets, which comes first the next time', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  const [first, second] = [
    await injectWallet(page, { name: 'Aurora Wallet' }),
    await injectWallet(page, { name: 'Borealis Wallet' }),
  ];
  const sheet = new WalletSheet(page, words);
  await sheet.open('?next=/me');
  await expect(sheet.wallets).toHaveText(['Aurora Wallet', 'Borealis Wallet']);
  await sheet.choose('Borealis Wallet');
  await expect(page).toHaveURL('/me');
  expect([first.asked, second.messages.length]).toEqual([[], 1]);

  await new MeScreen(page, words).signOut();
  await expect(page.getByRole('link', { name: words.signIn })).toBeVisible();
  await sheet.open();
  await expect(sheet.wallets).toHaveText(['Borealis Wallet', 'Aurora Wallet']);
});

test('a phone without a wallet is shown the ways into browsers that have one', async ({ visit }) => {
  const page = await visit.anonymously();
  const sheet = new WalletSheet(page, words);
  await sheet.open('?next=/me&invite=ABCD2345');
  await expect(sheet.sheet.getByText(words.noWallet)).toBeVisible();
  const { host, href } = new URL(page.url());
  await expect(sheet.openIn('MetaMask')).toHaveAttribute(
    'href',
    `https://link.metamask.io/dapp/${host}/login?next=/me&invite=ABCD2345`,
  );
  const trust = await sheet.openIn('Trust Wallet').getAttribute('href');
  expect(new URL(trust ?? '').searchParams.get('url')).toBe(href);
  await expect(sheet.openIn('OKX Wallet')).toBeVisible();
});

const silences: readonly ['connecting' | 'signing', { readonly [Part in 'connecting' | 'signing']?: WalletFault }][] = [
  ['connecting', { connecting: 'silence' }],
  ['signing', { signing: 'silence' }],
];
for (const [step, faults] of silences) {
  test(
    `a fan gives up on a wallet that never answers while ${step}, and chooses it again`,
    { tag: '@system' },
    async ({ visit }) => {
      const page = await visit.anonymously();
      const wallet = await injectWallet(page, faults);
      const sheet = new WalletSheet(page, words);
      await sheet.open('?next=/me');
      await sheet.choose('Test Wallet');
      await expect(sheet[step]('Test Wallet')).toBeVisible();
      await sheet.cancel();
      await expect(sheet.alert).toHaveCount(0);
      await expect(sheet.wallets.filter({ hasText: 'Test Wallet' })).toBeFocused();
      wallet.mend();
      await sheet.choose('Test Wallet');
      await expect(page).toHaveURL('/me');
    },
  );
}

test(
  'an invite code is kept for the account that a wallet opens',
  { tag: '@system' },
  async ({ given, product, visit }) => {
    const inviter = await given.fan({ nickname: 'Suki' });
    const fans = await product.database.query<{ id: string; fan_code: string }>(
      'SELECT id, fan_code FROM fan WHERE account_id = $1',
      [inviter.accountId],
    );
    const page = await visit.anonymously();
    const wallet = await injectWallet(page);
    const sheet = new WalletSheet(page, words);
    await sheet.open(`?next=/me&invite=${fans.rows[0]?.fan_code}`);
    await expect(sheet.inviteCode).toHaveValue(fans.rows[0]?.fan_code ?? '');
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: words.way }).getByText(words.signIn, { exact: true }).click();
    await page.getByRole('button', { name: words.walletSignIn }).click();
    await expect(sheet.inviteCode, 'whichever way the fan comes').toHaveValue(fans.rows[0]?.fan_code ?? '');
    await sheet.inviteCode.fill('NOBODY22');
    await sheet.choose('Test Wallet');
    await expect(sheet.alert).toContainText(say('account.refused.inviteCodeUnknown'));
    await sheet.inviteCode.fill(fans.rows[0]?.fan_code ?? '');
    await sheet.choose('Test Wallet');
    await expect(page).toHaveURL('/me');
    const { rows } = await product.database.query('SELECT invited_by FROM fan WHERE wallet_address = $1', [
      wallet.address.toLowerCase(),
    ]);
    expect(rows).toEqual([{ invited_by: fans.rows[0]?.id }]);
  },
);

test(
  'a part for wallets that cannot be loaded says so, and email is still there',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: [/wallets-.*\.js|Failed to load resource/] });
    await page.route(/\/assets\/wallets-[^/]+\.js$/, (route) => route.abort());
    const sheet = new WalletSheet(page, words);
    await sheet.open();
    await expect(sheet.alert).toContainText(say('wallet.loadFailed'));
  },
);

for (const theme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing in choosing, waiting for and missing a wallet, in ${theme}`,
    { tag: '@system' },
    async ({ visit }) => {
      const page = await visit.anonymously({ theme });
      await injectWallet(page, { connecting: 'silence' });
      await injectWallet(page, { name: 'Busy Wallet', connecting: -32002 });
      const sheet = new WalletSheet(page, words);
      await sheet.open('?invite=ABCD2345');
      await sheet.choose('Busy Wallet');
      await expect(sheet.alert).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await sheet.choose('Test Wallet');
      await expect(sheet.connecting('Test Wallet')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      const without = await visit.anonymously({ theme });
      const empty = new WalletSheet(without, words);
      await empty.open();
      await expect(empty.openIn('MetaMask')).toBeVisible();
      expect(await violations(without)).toEqual([]);
    },
  );
}
