import type { Page } from '@playwright/test';
import { expect, test } from '#/fixtures/test.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

// A desk's window: the phone and all of the host's controls fit beside each other.
test.use({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false });

const title = (host: HostSimulator) => host.app.getByRole('heading', { level: 1 });
const assets = /\/user\/getAssetDetail$/;

/** How often the fan's assets have been asked for from now on. */
function countAssetCalls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (assets.test(request.url())) calls += 1;
  });
  return () => calls;
}

for (const [platform, transport] of [
  ['ios', 'reply'],
  ['ios', 'legacy'],
  ['android', 'listener'],
  ['android', 'interface'],
] as const) {
  test(`the open screen does what the ${platform} host says, by ${transport}`, async ({ given, visit }) => {
    const fan = await given.fan();
    const page = await visit.anonymously();
    const host = new HostSimulator(page);
    await host.open({ platform, transport, path: '/' }, fan);
    await expect(title(host)).toHaveText(textsIn.en_US.election);

    await host.choice('Theme of the host', 'Dark').click();
    await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'dark');
    await host.choice('Language of the host', 'zh_TW').click();
    await expect(title(host)).toHaveText(textsIn.zh_TW.election);

    const answered = page.waitForResponse((response) => assets.test(response.url()));
    await host.button('Send refreshData').click();
    expect((await answered).ok()).toBe(true);
    await expect(host.app.getByRole('link', { name: textsIn.zh_TW.toPage })).toBeVisible();
  });
}

for (const [platform, transport] of [
  ['ios', 'handler'],
  ['android', 'listener'],
] as const) {
  test(`commands that come before the app is ready are not lost, by ${transport}`, async ({ given, visit }) => {
    const host = new HostSimulator(await visit.anonymously());
    const early = 'changeTheme:dark,changeLanguage:zh_TW';
    await host.open({ platform, transport, path: '/', theme: 'light', early }, await given.fan());
    await expect(title(host)).toHaveText(textsIn.zh_TW.election);
    await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
}

test('a command that comes twice is carried out once', async ({ given, visit }) => {
  const page = await visit.anonymously();
  const host = new HostSimulator(page);
  await host.open({ path: '/' }, await given.fan());
  await expect(host.app.getByRole('link', { name: textsIn.en_US.toPage })).toBeVisible();

  const first = page.waitForResponse((response) => assets.test(response.url()));
  await host.button('Send refreshData').click();
  await first;
  const laterCalls = countAssetCalls(page);
  await host.button('Repeat the last command').click();
  await expect(host.message('refreshData command')).toHaveCount(2);
  // Commands are carried out in order, so the repeat has been looked at when this one is done.
  await host.choice('Theme of the host', 'Dark').click();
  await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(laterCalls()).toBe(0);
});

test('signing out in the app signs out of the host', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ platform: 'android', path: '/me' }, await given.fan({ nickname: 'Suki' }));
  await expect(title(host)).toHaveText('Suki');
  // What is still on its way when the fan signs out is refused.
  await expect(host.app.locator('[aria-busy="true"]')).toHaveCount(0);
  const { settings, signOut } = textsIn.en_US;
  await host.app.getByRole('link', { name: settings }).click();
  await host.app.getByRole('button', { name: signOut }).click();
  await host.app.getByRole('dialog').getByRole('button', { name: signOut }).click();
  await expect(host.message('logOff request')).toHaveCount(1);
  await expect(host.signedIn).toHaveValue('nobody');
  await expect.poll(() => host.readKept('token')).toBeNull();
  await expect.poll(() => host.readKept('passportToken')).toBeNull();
});

test('back on the screen that the host opened leads back to the host', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ platform: 'android', path: '/#/rule' }, await given.fan());
  await host.entered();
  await host.app.getByRole('link', { name: say('nav.back'), exact: true }).click();
  await expect(host.message('goBack request')).toHaveCount(1);
  await host.openAgain.click();
  await expect(title(host)).toHaveText(/\S/);
});

test('back on a screen that the fan opened in the app stays in the app', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ platform: 'android', path: '/#/vote' }, await given.fan());
  await expect(host.message('hideHeaderBar request')).toHaveCount(1);
  await host.frame().evaluate(() => {
    history.pushState(null, '', '/rule');
  });
  // The screen before has the same link, which leads back to the host.
  await expect(title(host)).toHaveText(say('page.name.rule'));
  await host.app.getByRole('link', { name: say('nav.back'), exact: true }).click();
  await expect(title(host)).toHaveText(textsIn.en_US.election);
  await expect(host.message('goBack')).toHaveCount(0);
});
