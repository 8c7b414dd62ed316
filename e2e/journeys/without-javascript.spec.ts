import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import { call } from '#/fixtures/call.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';
import { textsOf } from '#/pages/texts.ts';

const says = textsOf({
  election: { en_US: 'Center of the Night Sky', zh_TW: '夜空中央總選' },
  ranking: 'podium.label',
  noScript: 'noScript.text',
  otherLanguage: 'noScript.other',
  songs: 'songs.top',
  totals: 'summary.totals',
  fanCode: 'account.fanCode',
  closes: (say) => (at: string) => say('noScript.closes', { at }),
});

/** Dates with a time on a page of the server; the pages of one event have its zone once for all of their times. */
const timeOfDay = /(?:\d(?:st|nd|rd|th),|日) ?(?:\d{4}, )?\d\d:\d\d(?<place>.{0,9})/g;
const zoneForAll = { en_US: /(?:All times|Event time): Taiwan/, zh_TW: /(?:時間皆為|活動時區：)台北/ } as const;
const placed = { en_US: /^ \(Taipei\)/, zh_TW: /^（台北時間）/ } as const;

for (const language of ['en_US', 'zh_TW'] as const)
  test(`a reader without JavaScript sees the election, its ranking, an idol and the songs (${language})`, async ({
    browser,
    product,
  }) => {
    const words = says[language];
    await using context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.address });
    const page = await context.newPage();
    const [first, second] = await idolsIn(product.address, language);
    const { closesAt, timeZone } = await call(product.address, 'GET /activity/api/v1/vote/activity', {
      query: { activityId },
    });
    const closes = formatPlacedDate(new Date(closesAt), language, { timeZone });
    const timesOf = async (path: string) => {
      const drawn = (await untilDrawn(page.request, path)).replaceAll(/<[^>]*>/g, ' ');
      const times = [...drawn.matchAll(timeOfDay)].map(({ groups }) => groups?.['place'] ?? '');
      if (!zoneForAll[language].test(drawn))
        for (const place of times) expect(place, `whose time ${path} shows`).toMatch(placed[language]);
      return times;
    };
    const open = async (path: string) => {
      await timesOf(path);
      await page.goto(path);
    };

    await open(`/?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByRole('region', { name: words.ranking, exact: true })).toContainText(first?.name ?? '');
    const noScript = page.locator('noscript p');
    await expect(noScript).toBeVisible();
    await expect(noScript).toContainText(words.noScript);
    await expect(noScript).toContainText(words.closes(closes));

    await open(`/vote-activity?lang=${language}`);
    await expect(
      page
        .getByText(second?.name ?? '')
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await open(`/idol?activityId=${activityId}&idolId=${first?.idolId}&lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.name ?? '');
    await open(`/snh48vote?lang=${language}`);
    await expect(page.getByRole('heading', { name: words.songs })).toBeVisible();
    await open(`/activity?lang=${language}`);
    await expect(page.getByRole('main')).toContainText(words.election);
    await open(`/event-summary?lang=${language}`);
    const labels = page.locator('.served [data-placed]');
    await expect(labels.first(), 'labels of the chart, which would lie on each other').toBeHidden();
    await expect(labels.filter({ visible: true })).toHaveCount(0);
    const votes = page.getByRole('region', { name: words.totals }).locator('dd').first();
    await expect(votes, 'the number of votes, which is known').toHaveText(/^[1-9][\d,]*$/);
    expect(await timesOf(`/rule?lang=${language}`)).not.toEqual([]);
    await noScript.locator('a', { hasText: words.otherLanguage }).click();
    const other = language === 'en_US' ? 'zh-Hant-TW' : 'en';
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await page.goto('/task');
    await expect(page.locator('html'), 'where links lead').toHaveAttribute('lang', other);

    await context.addCookies([{ name: 'lightstick.page', value: `${language}.fan`, url: product.address }]);
    const ofAnyFan = await untilDrawn(page.request, '/me');
    expect(ofAnyFan).toContain(words.fanCode);
    expect(ofAnyFan, 'an account, where all fans get the same page').not.toContain('any-fan');
  });
