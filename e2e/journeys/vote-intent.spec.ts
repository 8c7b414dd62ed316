import { lastIdol } from '#/fixtures/idols.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { says } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

const words = textsIn.en_US;
const say = says.en_US;

test('a stranger who taps Vote signs up, is welcomed, and finds the sheet of that idol open', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  const idol = await lastIdol(product.address);
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  await screen.open();
  await screen.openSheet(idol.name);

  const email = newEmail();
  const login = new LoginScreen(page, words);
  await expect(page.getByRole('heading', { level: 1 }), 'signing up is offered first').toHaveText(say('login.join'));
  await expect(page.getByRole('navigation', { name: say('nav.label') }), 'and the way back').toBeVisible();
  await login.signUp({ email, nickname: 'Hana' }, () => mailedCode(product.address, email));
  await expect(page.getByText(say('login.welcome', { nickname: 'Hana' }))).toBeVisible();
  await expect(sheet.dialog).toContainText(idol.name);
  await sheet.cast.click();
  await expect(sheet.counted).toContainText('3');
  await sheet.done.click();
  await expect(sheet.dialog).toBeHidden();
  await page.reload();
  await expect(screen.ranking).toBeVisible();
  await expect(sheet.dialog, 'a closed sheet stays closed').toBeHidden();
});

test(
  'a stranger who taps Vote on a song signs up and finds the sheet of that song open',
  { tag: '@system' },
  async ({ product, visit }) => {
    const page = await visit.anonymously();
    await page.goto('/snh48vote/home');
    const first = page
      .getByRole('list', { name: say('songs.top') })
      .getByRole('button', { name: say.withAny('songs.voteFor', ['title']) })
      .first();
    const title = (await first.getAttribute('aria-label')) ?? '';
    await first.click();
    const email = newEmail();
    await new LoginScreen(page, words).signUp({ email, nickname: 'Hana' }, () => mailedCode(product.address, email));
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: say('vote.earnPoints') })).toBeVisible();
  },
);

test('a reload keeps the sheet open, with the amount of the address', async ({ product, given, visit }) => {
  const page = await visit.as(await given.fan({ votes: 20 }));
  const idol = await lastIdol(product.address);
  const sheet = new VoteSheet(page, words);
  await page.goto(`/vote-activity?vote=${idol.idolId}&num=7`);
  await expect(sheet.cast).toHaveText(say('vote.cast', { count: 7 }));
  await page.reload();
  await expect(sheet.dialog).toContainText(idol.name);
  await expect(sheet.cast).toHaveText(say('vote.cast', { count: 7 }));
});

test('home and the fan’s page show the free votes of the day until they are used', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.as(fan);
  const free = page.getByRole('link', { name: say('freeVotes.today', { count: 3 }) });
  await page.goto('/');
  await expect(free).toBeVisible();
  await page.goto('/me');
  await free.click();
  await expect(page).toHaveURL(/\/vote-activity\?activityId=/);
  await given.vote(fan, { idolId: (await lastIdol(product.address)).idolId, num: 3 });
  await page.goto('/me');
  await expect(page.getByText(new RegExp(`^${say('freeVotes.next', { when: '' })}`))).toBeVisible();
  await expect(free).toBeHidden();
});

test('a stranger reads on home how many votes are free', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.goto('/');
  await expect(page.getByText(say('home.joinFreeVotes', { count: 3 }))).toBeVisible();
});

test('a name among those chasing the top three opens the idol’s page', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.goto('/');
  const chasing = page.getByRole('region', { name: say('home.chasing') }).getByRole('listitem');
  const link = chasing.first().getByRole('link');
  await expect(link).toHaveText(/\S/);
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(/\/idol\?/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
