import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { inApp, openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

/** The sub-screens that the event's own navigation leads to: address, name there, title. */
const sections = [
  { path: 'home', name: say('songs.nav.home'), title: say('songs.event') },
  { path: 'about', name: say('songs.nav.about'), title: say('songs.about') },
  { path: 'concert', name: say('songs.nav.concert'), title: say('songs.concert') },
  { path: 'list', name: say('songs.nav.list'), title: say('songs.list') },
  { path: 'rewards', name: say('songs.nav.rewards'), title: say('songs.nav.rewards') },
  { path: 'center', name: say('songs.nav.center'), title: say('songs.center') },
] as const;

test('every sub-screen has its own address, and the event itself shows its home', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/status of 404/] });
  const title = page.getByRole('heading', { level: 1 });
  const here = page.getByRole('navigation', { name: say('songs.event') }).locator('[aria-current="page"]');
  for (const section of sections) {
    await openPage(page, `/snh48vote/${section.path}`);
    await expect(title).toHaveText(section.title);
    await expect(here).toHaveText(section.name);
    await expect(here, 'the place in the navigation is in sight').toBeInViewport({ ratio: 1 });
  }
  await openPage(page, '/snh48vote');
  await expect(title).toHaveText(say('songs.event'));
  await expect(here).toHaveText(say('songs.nav.home'));
  await openPage(page, '/snh48vote/song-detail?songId=1');
  await expect(title).toHaveText(say('songs.song'));
  await expect(page.getByText(say('songs.songGone'))).toBeVisible();
});

test('the concert’s time names the place whose time it is', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/snh48vote/concert');
  await expect(page.getByText(/^[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th), \d\d:\d\d \(Taipei\)$/)).toBeVisible();
});

test('the navigation of the event leads to each of them, and back leaves the event', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  await page.getByRole('link', { name: say('songs.event') }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(say('songs.event'));
  // In a drawn screen a link opens a new page, which has the focus itself.
  await inApp(page);
  const navigation = page.getByRole('navigation', { name: say('songs.event') });
  for (const section of sections.toReversed()) {
    await navigation.getByRole('link', { name: section.name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/snh48vote/${section.path}$`));
    await expect(title).toHaveText(section.title);
    await expect(title, 'the focus begins at the top of the new screen').toBeFocused();
  }
  await page.getByRole('link', { name: say('nav.back'), exact: true }).click();
  await expect(title).toHaveText(words.election);
});

test('an unknown address of the event says so', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  for (const path of ['/snh48vote/encore', '/snh48vote/list/7', '/snh48vote/constructor', '/snh48voter']) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.nothingHere);
    await expect(page.getByRole('navigation', { name: say('songs.event') })).toHaveCount(0);
  }
  await page.getByRole('link', { name: words.backHome }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

test(
  'one song belongs to the list, and without a song there is the way to all of them',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    await openPage(page, '/snh48vote/song-detail');
    await expect(page.getByText(say('songs.noSong'))).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: say('songs.event') }).locator('[aria-current="true"]'),
    ).toHaveText(say('songs.nav.list'));
    await page.getByRole('link', { name: say('songs.toList') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('songs.list'));
  },
);

test(
  'a fan finds their votes and balances in the event, a visitor the way to sign in and back',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ points: 320, votes: 20 }));
    await openPage(page, '/snh48vote/center');
    const votes = page.getByRole('region', { name: say('songs.votes') });
    await expect(votes).toContainText('20 votes');
    await expect(page.getByRole('region', { name: say('myAssets.title') })).toContainText('320');
    await expect(page.getByText(say('songs.mineNoneText'))).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const visitor = await visit.anonymously();
    await openPage(visitor, '/snh48vote/center');
    await visitor.getByRole('link', { name: words.signIn }).click();
    await expect(visitor).toHaveURL(/\/login\?next=%2Fsnh48vote%2Fcenter$/);
  },
);

test(
  'a fan with a ticket and no Points turns it into votes among their songs',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ tickets: 1 }));
    await openPage(page, '/snh48vote/center');
    const votes = page.getByRole('region', { name: say('songs.votes') });
    await votes.getByRole('button', { name: say('topUp.convert', { votes: 10 }) }).click();
    await expect(votes).toContainText('10 votes');
    await expect(votes.getByRole('link', { name: say('vote.earnPoints') })).toBeVisible();
  },
);

test('songs that cannot be loaded are requested again by a button', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_FAILED/] });
  await asBuilt(page);
  await page.route('**/songList*', (route) => route.abort());
  await openPage(page, '/snh48vote/list');
  await expect(page.getByRole('alert')).toContainText(say('songs.error'));
  await page.unroute('**/songList*');
  await page.getByRole('button', { name: words.tryAgain }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(10);
});

test('votes that cannot be loaded are requested again by a button', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ votes: 10 }), { tolerates: [/ERR_FAILED/] });
  await page.route('**/getUserVoteNum*', (route) => route.abort());
  await openPage(page, '/snh48vote/center');
  const votes = page.getByRole('region', { name: say('songs.votes') });
  await expect(votes.getByRole('alert')).toContainText(say('vote.walletError'));
  await page.unroute('**/getUserVoteNum*');
  await votes.getByRole('button', { name: words.tryAgain }).click();
  await expect(votes).toContainText('10 votes');
});
