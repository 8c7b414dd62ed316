import { join } from 'node:path';
import { violations } from '#/fixtures/accessibility.ts';
import { reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { shots, takesPictures } from '#/looks.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { textsIn } from '#/pages/catalogue.ts';

for (const [device, width, theme] of [
  ['desk', 1440, 'light'],
  ['phone', 390, 'dark'],
] as const) {
  test(`the host simulator is accessible and fits a ${device}, ${theme}`, async ({ given, visit }) => {
    const page = await visit.anonymously({ theme });
    await page.setViewportSize({ width, height: 900 });
    const host = new HostSimulator(page);
    await host.open({ platform: 'android', theme, capabilities: 'getUserInfo,goBack' }, await given.fan());
    await expect(host.app.getByRole('heading', { level: 1 })).toHaveText(textsIn.en_US.election);
    await host.message('getUserInfo answer').click();
    if (takesPictures)
      await page.screenshot({ path: join(shots, `host-simulator-${device}-${theme}.png`), fullPage: true });
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('the log shows what was said, and no secret', async ({ given, visit }) => {
  const fan = await given.fan({ nickname: 'Mio' });
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ path: '/' }, fan);
  const answer = host.message('getUserInfo answer');
  await expect(answer).toContainText('"nickname": "Mio"');
  await expect(answer).toContainText(`"token": "${fan.token.slice(0, 4)}… (${fan.token.length} characters)"`);
  await expect(answer).not.toContainText(fan.token);
});

test('the address of the simulator carries every choice but the fan', async ({ given, visit }) => {
  const page = await visit.anonymously();
  const host = new HostSimulator(page);
  await host.open({ platform: 'android', path: '/' }, await given.fan());
  await page.getByRole('combobox', { name: 'Transport' }).selectOption('Legacy functions and callbacks');
  await page.getByRole('combobox', { name: 'Answer of getEnvInfo' }).selectOption('Answers twice');
  await expect(page).toHaveURL(/\?platform=android&transport=legacy&path=%2F&user=fan&fault\.getEnvInfo=twice$/);
  await reloadPage(page);
  await expect(page.getByRole('combobox', { name: 'Answer of getEnvInfo' })).toHaveValue('twice');
  await expect(host.message('getEnvInfo answer')).toHaveCount(2);
});

test('a fan who leaves the app by the header bar finds it again', async ({ visit }) => {
  const host = new HostSimulator(await visit.anonymously());
  await host.open({ path: '/task' });
  const title = host.app.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/\S/);
  await host.headerBack.click();
  await host.openAgain.click();
  await expect(title).toHaveText(/\S/);
});
