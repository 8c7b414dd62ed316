import { readFile } from 'node:fs/promises';
import { contract } from '@lightstick/contract';
import { failCall } from '#/fixtures/fail-call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { putInHost } from '#/fixtures/stand-in-host.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { deletionTexts } from '#/pages/delete-account-texts.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

const getMyData = 'POST /wallet/api/v1/user/getMyData';

for (const language of languages) {
  const words = deletionTexts[language];

  test(`a fan takes a copy of everything along as a file, in ${language}`, async ({ given, visit }) => {
    const fan = await given.regular();
    const page = await visit.as(fan, { language });
    await openPage(page, '/my-data');
    await page.getByRole('button', { name: words.collect }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: words.save }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^lightstick-[A-Z2-9]{8}-\d{4}-\d{2}-\d{2}\.json$/);
    const copy = contract[getMyData].data.parse(JSON.parse(await readFile(await saved.path(), 'utf8')));
    expect(copy.profile).toMatchObject({ email: fan.email, nickname: fan.nickname });
    expect(saved.suggestedFilename()).toContain(copy.profile.fanCode);
    for (const kind of [copy.votes, copy.exchanges, copy.conversions, copy.transfers, copy.signIns]) {
      expect(kind.rows.length).toBeGreaterThan(0);
      expect(kind.rows).toHaveLength(kind.total);
    }
  });

  test(
    `a copy that fails says so, and can be requested again, in ${language}`,
    { tag: '@system' },
    async ({ given, visit }) => {
      const page = await visit.as(await given.fan(), { language, tolerates: [/status of 503/] });
      await openPage(page, '/my-data');
      const mend = await failCall(page, '/wallet/api/v1/user/getMyData', { reason: 'OVERLOADED', language });
      await page.getByRole('button', { name: words.collect }).click();
      await expect(page.getByRole('alert')).toContainText(words.failed);
      await mend();
      await page.getByRole('alert').getByRole('button', { name: words.retry }).click();
      await expect(page.getByText(words.ready)).toBeVisible();
    },
  );
}

test('a fan with a wallet takes a copy along, and finds the way to leave', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await injectWallet(page);
  const sheet = new WalletSheet(page, textsIn.en_US);
  await sheet.open('?next=/my-data');
  await sheet.choose('Test Wallet');
  await page.getByRole('button', { name: deletionTexts.en_US.collect }).click();
  await expect(page.getByRole('status').filter({ hasText: deletionTexts.en_US.ready })).toBeFocused();
  await page.getByRole('link', { name: say('leave.title') }).click();
  await expect(page).toHaveURL(/\/logoff$/);
});

test('where no file can be saved or shared, no copy is offered', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  await putInHost(page, { platform: 'ios', fan, language: 'en_US', theme: 'light' });
  await openPage(page, '/my-data');
  await expect(page.getByText(say('myData.notHere'))).toBeVisible();
  await expect(page.getByRole('button', { name: deletionTexts.en_US.collect })).toHaveCount(0);
});

test('a visitor reads what is kept and why, and is led to sign in for their copy', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/my-data');
  await expect(page.getByRole('heading', { name: say('myData.kept') })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: textsIn.en_US.signIn }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-data$/);
});
