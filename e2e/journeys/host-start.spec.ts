import { lastIdol } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { says } from '#/pages/texts.ts';

// A desk's window: the phone and all of the host's controls fit beside each other.
test.use({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false });

const title = (host: HostSimulator) => host.app.getByRole('heading', { level: 1 });

const transports = [
  ['ios', 'reply'],
  ['ios', 'handler'],
  ['ios', 'legacy'],
  ['ios', 'simulator'],
  ['android', 'listener'],
  ['android', 'interface'],
  ['android', 'legacy'],
  ['android', 'simulator'],
] as const;

/** The transports of today's hosts; the others are those of older hosts and of the simulator. */
const usual: readonly string[] = ['reply', 'listener'];

for (const [platform, transport] of transports) {
  const tag = usual.includes(transport) ? [] : ['@system'];
  test(
    `a fan of the ${platform} host starts signed in, as the host looks, by ${transport}`,
    { tag },
    async ({ given, visit }) => {
      const fan = await given.fan({ nickname: 'Yuna' });
      const page = await visit.anonymously({ language: 'en_US', theme: 'light' });
      const host = new HostSimulator(page);
      const call = page.waitForRequest((request) => request.headers()['token'] === fan.token);
      await host.open(
        { platform, transport, path: '/#/vote?activityId=1004', theme: 'dark', language: 'zh_TW', statusBar: '44' },
        fan,
      );

      await expect(title(host)).toHaveText(textsIn.zh_TW.election);
      const page_ = host.app.locator('html');
      await expect(page_).toHaveAttribute('data-theme', 'dark');
      await expect(page_).toHaveAttribute('lang', 'zh-Hant-TW');
      await expect(page_).toHaveCSS('--safe-top', /44px/);

      await expect.poll(() => host.readKept('token')).toBe(fan.token);
      await expect.poll(() => host.readKept('passportToken')).toBe(fan.passport);
      expect(JSON.parse((await host.readKept('userInfo')) ?? '')).toMatchObject({
        accountId: fan.accountId,
        nickname: 'Yuna',
      });
      const deviceType = transport === 'simulator' ? 'H5' : platform.toUpperCase();
      expect((await call).headers()['x-custom-device-type']).toBe(deviceType);

      await expect(host.message('getUserInfo request')).toHaveCount(1);
      await expect(host.message('getEnvInfo request')).toHaveCount(1);
      await expect(host.address, 'the deep link has arrived with its query').toHaveText(
        /\/vote-activity\?activityId=1004$/,
      );
      await expect(host.message('hideHeaderBar request')).toHaveCount(1);
      await expect(host.headerBack).toBeHidden();
      await expect(host.app.getByRole('navigation'), 'the host has its own navigation').toHaveCount(0);
      await expect(
        host.app.getByRole('link', { name: says.zh_TW('nav.back') }),
        'the way back to the host',
      ).toBeVisible();
    },
  );
}

test(
  'a host that has set both cookies is asked nothing before the screens show',
  { tag: '@system' },
  async ({ given, visit }) => {
    const fan = await given.fan();
    const host = new HostSimulator(await visit.anonymously());
    await host.open({ platform: 'android', cookies: 'both', path: '/', theme: 'dark', language: 'zh_TW' }, fan);
    await expect(title(host)).toHaveText(textsIn.zh_TW.election);
    await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(host.app.getByRole('link', { name: textsIn.zh_TW.toPage })).toBeVisible();
    await expect.poll(() => host.readKept('token')).toBe(fan.token);
    await expect(host.message('request')).toHaveCount(0);
    await expect(host.headerBack, 'an ordinary link leaves the header bar where it is').toBeVisible();
  },
);

test('a host that has set one cookie is asked for both', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ cookies: 'environment', path: '/' }, fan);
  await expect(host.app.getByRole('link', { name: textsIn.en_US.toPage })).toBeVisible();
  await expect(host.message('getUserInfo request')).toHaveCount(1);
  await expect(host.message('getEnvInfo request')).toHaveCount(1);
});

test(
  'when no user is signed in to the host, none is in the app, even if a fan used this browser before',
  { tag: '@system' },
  async ({ given, visit }) => {
    const host = new HostSimulator(await visit.as(await given.fan()));
    await host.open({ path: '/', user: 'nobody' });
    await expect(title(host)).toHaveText(textsIn.en_US.election);
    await expect(host.app.getByRole('link', { name: textsIn.en_US.toPage })).toHaveCount(0);
    await expect(host.app.getByRole('link', { name: says.en_US('account.signIn') })).toHaveCount(0);
    await expect(host.app.getByRole('link', { name: says.en_US('home.join') })).toHaveCount(0);
    await host.app.getByRole('button', { name: says.en_US('host.signedIn') }).click();
    await expect(host.app.getByText(says.en_US('host.nobody'))).toBeVisible();
    await expect(host.message('getUserInfo request')).toHaveCount(2);
    await expect.poll(() => host.readKept('token')).toBeNull();
  },
);

test(
  'a press on Vote without a fan leads to the host’s sign-in, and below it to one of the page’s own',
  { tag: '@system' },
  async ({ visit, product }) => {
    const { name } = await lastIdol(product.address);
    const host = new HostSimulator(await visit.anonymously());
    await host.open({ path: '/vote-activity', user: 'nobody' });
    await host.entered();
    await host.app.getByRole('button', { name: says.en_US('vote.open', { name }) }).click();
    await expect(host.address).toHaveText(/\/login\?next=/);
    await expect(host.app.getByText(says.en_US('host.signIn'))).toBeVisible();
    await expect(host.app.getByLabel(textsIn.en_US.email, { exact: true })).toBeVisible();
    await host.app.getByRole('button', { name: says.en_US('host.signedIn') }).click();
    await expect(host.app.getByText(says.en_US('host.nobody'))).toBeVisible();
  },
);

test('a developer registers a fan in the simulator, and the app knows them', { tag: '@system' }, async ({ visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ path: '/me' });
  await host.button('Register a demo fan').click();
  await expect(title(host)).toHaveText('Demo fan');
});
