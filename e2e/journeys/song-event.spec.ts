import { violations } from '#/fixtures/accessibility.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;

/** The sub-screens that the event's own navigation leads to: address, name there, title. */
const sections = [
  { path: 'home', name: 'Home', title: 'Song vote' },
  { path: 'about', name: 'About', title: 'About the song vote' },
  { path: 'concert', name: 'Concert', title: 'The concert' },
  { path: 'list', name: 'Songs', title: 'The songs' },
  { path: 'rewards', name: 'Rewards', title: 'Rewards' },
  { path: 'center', name: 'My songs', title: 'My songs' },
] as const;

test('every sub-screen has an address of its own, and the event itself shows its home', async ({ visit }) => {
  const page = await visit.anonymously();
  const title = page.getByRole('heading', { level: 1 });
  const here = page.getByRole('navigation', { name: 'Song vote' }).locator('[aria-current="page"]');
  for (const section of sections) {
    await page.goto(`/snh48vote/${section.path}`);
    await expect(title).toHaveText(section.title);
    await expect(here).toHaveText(section.name);
    await expect(here, 'the place in the navigation is in sight').toBeInViewport({ ratio: 1 });
  }
  await page.goto('/snh48vote');
  await expect(title).toHaveText('Song vote');
  await expect(here).toHaveText('Home');
  await page.goto('/snh48vote/song-detail?songId=1');
  await expect(title).toHaveText('One song');
  await expect(page.getByText('There is no such song in this event.')).toBeVisible();
});

test('the navigation of the event leads to each of them, and back leaves the event', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.goto('/');
  await page.getByRole('link', { name: 'Song vote' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Song vote');
  const navigation = page.getByRole('navigation', { name: 'Song vote' });
  for (const section of sections.toReversed()) {
    await navigation.getByRole('link', { name: section.name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/snh48vote/${section.path}$`));
    await expect(title).toHaveText(section.title);
    await expect(title, 'the focus begins at the top of the new screen').toBeFocused();
  }
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(title).toHaveText(words.election);
});

test('an unknown address of the event says so', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  for (const path of ['/snh48vote/encore', '/snh48vote/list/7', '/snh48vote/constructor', '/snh48voter']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.nothingHere);
    await expect(page.getByRole('navigation', { name: 'Song vote' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: words.backHome }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

test(
  'one song belongs to the list, and without a song there is the way to all of them',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    await page.goto('/snh48vote/song-detail');
    await expect(page.getByText('No song was chosen.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Song vote' }).locator('[aria-current="true"]')).toHaveText(
      'Songs',
    );
    await page.getByRole('link', { name: 'To all songs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The songs');
  },
);

test('a fan finds their votes and balances in the event, a visitor the way to sign in and back', async ({
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan({ points: 320, votes: 20 }));
  await page.goto('/snh48vote/center');
  const votes = page.getByRole('region', { name: 'My votes' });
  await expect(votes).toContainText('20 votes');
  await expect(page.getByRole('region', { name: 'My assets' })).toContainText('320');
  await expect(page.getByText('You have not nominated or voted for a song yet.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const visitor = await visit.anonymously();
  await visitor.goto('/snh48vote/center');
  await visitor.getByRole('link', { name: words.signIn }).click();
  await expect(visitor).toHaveURL(/\/login\?next=%2Fsnh48vote%2Fcenter$/);
});

test('songs that cannot be had are asked for again on request', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_FAILED/] });
  await page.route('**/songList*', (route) => route.abort());
  await page.goto('/snh48vote/list');
  await expect(page.getByRole('alert')).toContainText('The songs could not be loaded.');
  await page.unroute('**/songList*');
  await page.getByRole('button', { name: words.tryAgain }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(10);
});

test('the votes that cannot be had are asked for again on request', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ votes: 10 }), { tolerates: [/ERR_FAILED/] });
  await page.route('**/getUserVoteNum*', (route) => route.abort());
  await page.goto('/snh48vote/center');
  const votes = page.getByRole('region', { name: 'My votes' });
  await expect(votes.getByRole('alert')).toContainText('Your votes and tickets could not be loaded.');
  await page.unroute('**/getUserVoteNum*');
  await votes.getByRole('button', { name: words.tryAgain }).click();
  await expect(votes).toContainText('10 votes');
});
