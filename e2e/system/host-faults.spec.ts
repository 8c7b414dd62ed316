import { expect, test } from '#/fixtures/test.ts';
import { says } from '#/pages/texts.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { textsIn } from '#/pages/catalogue.ts';

// A desk's window: the phone and all of the host's controls fit beside each other.
test.use({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false });

const words = textsIn.en_US;
/** How long the app waits for one answer. */
const timeoutMs = 3000;

const title = (host: HostSimulator) => host.app.getByRole('heading', { level: 1 });
const myPage = (host: HostSimulator) => host.app.getByRole('link', { name: words.toPage });

test('an answer that is slow, but in time, is waited for', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open(
    { path: '/', 'delay.getUserInfo': '1200', 'delay.getEnvInfo': '600', theme: 'dark' },
    await given.fan(),
  );
  await expect(myPage(host)).toBeVisible();
  await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(host.message('getUserInfo request')).toHaveCount(1);
});

test('a host that never answers is asked three times, and then the fan goes on anonymously', async ({
  given,
  visit,
}) => {
  const page = await visit.anonymously();
  await page.clock.install();
  const host = new HostSimulator(page);
  await host.open(
    { platform: 'android', path: '/', 'fault.getUserInfo': 'silence', 'fault.getEnvInfo': 'silence' },
    await given.fan(),
  );
  for (const attempt of [1, 2, 3]) {
    // At least: the clock also runs between the jumps.
    await expect(host.message('getUserInfo request').nth(attempt - 1)).toBeVisible();
    await expect(host.message('getEnvInfo request').nth(attempt - 1)).toBeVisible();
    await page.clock.fastForward(timeoutMs);
  }
  await expect(title(host)).toHaveText(words.election);
  await expect(myPage(host)).toHaveCount(0);
  await expect(host.message('getUserInfo request')).toHaveCount(3);
  await expect(host.message('getEnvInfo request')).toHaveCount(3);
  await expect.poll(() => host.readKept('token')).toBeNull();
});

test('a request that was lost is made again', async ({ given, visit }) => {
  const page = await visit.anonymously();
  await page.clock.install();
  const host = new HostSimulator(page);
  const fan = await given.fan();
  await host.open({ platform: 'android', transport: 'interface', path: '/', 'fault.getUserInfo': 'lost' }, fan);
  await expect(host.message('getUserInfo no answer')).toHaveCount(1);
  await page.clock.fastForward(timeoutMs);
  await expect(myPage(host)).toBeVisible();
  await expect(host.message('getUserInfo request')).toHaveCount(2);
  await expect.poll(() => host.readKept('token')).toBe(fan.token);
});

for (const [fault, requests] of [
  ['cut', 3],
  ['stranger', 3],
  ['misaddressed', 3],
  ['error', 3],
  ['reject', 3],
  ['nonsense', 1],
] as const) {
  test(`of a host that answers by ${fault} the app believes nothing and goes on`, async ({ given, visit }) => {
    const host = new HostSimulator(await visit.anonymously());
    await host.open(
      { path: '/', theme: 'dark', 'fault.getUserInfo': fault, 'fault.getEnvInfo': fault },
      await given.fan(),
    );
    await expect(title(host)).toHaveText(words.election);
    await expect(myPage(host)).toHaveCount(0);
    await expect(host.message('getUserInfo request')).toHaveCount(requests);
    await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect.poll(() => host.readKept('token')).toBeNull();
    await expect.poll(() => host.readKept('userInfo')).toBeNull();
  });
}

test('an answer that comes twice counts once', async ({ given, visit }) => {
  const fan = await given.fan();
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ platform: 'android', path: '/', 'fault.getUserInfo': 'twice', 'fault.getEnvInfo': 'twice' }, fan);
  await expect(myPage(host)).toBeVisible();
  await expect(host.message('getUserInfo answer')).toHaveCount(2);
  await expect(host.message('getUserInfo request')).toHaveCount(1);
  await expect.poll(() => host.readKept('token')).toBe(fan.token);
});

test('a host that cannot hide its header bar is not asked to hide it', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ path: '/#/vote', capabilities: 'getUserInfo,getEnvInfo' }, await given.fan());
  await expect(title(host)).toHaveText(words.election);
  await expect(host.message('getUserInfo answer')).toHaveCount(1);
  await expect(host.headerBack).toBeVisible();
  await expect(host.message('hideHeaderBar')).toHaveCount(0);
});

test('a token that has expired is asked for again, and the fan notices nothing', async ({ given, visit }) => {
  const fan = await given.fan({ nickname: 'Rin' });
  const host = new HostSimulator(await visit.anonymously({ tolerates: [/status of 401/] }));
  await host.open({ platform: 'android', path: '/me', cookies: 'both', user: 'stale' }, fan);
  await expect(title(host)).toHaveText('Rin');
  await expect(host.message('getUserInfo request')).toHaveCount(1);
  await expect.poll(() => host.readKept('token')).toBe(fan.token);
});

test('a host that offers no newer token leaves the fan signed in', async ({ given, visit }) => {
  const host = new HostSimulator(await visit.anonymously({ tolerates: [/status of 401/] }));
  await host.open(
    { platform: 'android', path: '/me', cookies: 'both', user: 'stale', 'fault.getUserInfo': 'error' },
    await given.fan({ nickname: 'Rin' }),
  );
  await expect(title(host)).toHaveText('Rin');
  await expect(host.message('getUserInfo answer').nth(2)).toBeVisible();
  await expect(host.app.getByRole('alert').first()).toBeVisible();
  await expect(host.address).toHaveText(/\/me$/);
  await expect.poll(() => host.readKept('token')).not.toBeNull();
});

test('a host without a newer token leads to the sign-in screen, which asks the host again', async ({
  given,
  visit,
}) => {
  const host = new HostSimulator(await visit.anonymously({ tolerates: [/status of 401/] }));
  await host.open({ path: '/me', user: 'expired' }, await given.fan());
  await expect(host.address).toHaveText(/\/login\?next=%2Fme$/);
  await expect(host.app.getByRole('button', { name: says.en_US('host.signedIn') })).toBeVisible();
  await expect.poll(() => host.readKept('token')).toBeNull();
});
