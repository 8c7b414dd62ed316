import type { Locator, Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';

test.use({ language: 'zh_TW' });

const chinese = textsIn.zh_TW;

// In Taiwan a day begins right after the start of the axis, at its end, or well inside.
for (const startsAt of ['2026-11-27T15:30:00Z', '2026-11-28T04:00:00Z', '2026-11-28T16:30:00Z'])
  test(`the days of a count from ${startsAt} lie below the chart and apart at any size`, async ({ visit }) => {
    const page = await visit.anonymously();
    await asBuilt(page);
    await moveCount(page, { startsAt, hours: 60 });
    await openPage(page, '/event-summary');
    const chart = page.getByRole('slider', { name: chinese.summary.cursor });
    await expect(daysOf(chart).filter({ hasText: /^11月\d+日$/ })).not.toHaveCount(0);
    for (const width of [320, 390, 768])
      for (const letters of ['16px', '32px']) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
        await expect.poll(() => daysOutOfPlace(chart), `${width} pixels wide, ${letters}`).toEqual([]);
      }
  });

test('a chart on a hidden screen keeps its days', async ({ visit }) => {
  const page = await visit.anonymously();
  await asBuilt(page);
  await moveCount(page, { startsAt: '2026-11-28T04:00:00Z', hours: 60 });
  await openPage(page, '/event-summary');
  const days = daysOf(page.getByRole('slider', { name: chinese.summary.cursor, includeHidden: true }));
  await expect(days.filter({ hasText: /^11月\d+日$/ })).not.toHaveCount(0);
  const texts = await days.allTextContents();
  expect(texts.length).toBeGreaterThan(1);
  await page.getByRole('main').evaluate(async (main: HTMLElement) => {
    main.hidden = true;
    // The axis hears of its new size before this observer; what it draws for that comes with the next frame.
    await new Promise<void>((resolve) => new ResizeObserver(() => main.offsetHeight === 0 && resolve()).observe(main));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(days.first()).toBeHidden();
  await expect(days).toHaveText(texts);
});

/** Lets the count of a summary begin at an instant and last some hours: which days its axis shows depends on the date. */
async function moveCount(page: Page, { startsAt, hours }: { startsAt: string; hours: number }): Promise<void> {
  await page.route('**/activity/api/v1/vote/summary*', async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: { votesOverTime: { at: string }[] } };
    const { votesOverTime } = envelope.data;
    const stepMs = (hours * 3_600_000) / Math.max(1, votesOverTime.length - 1);
    for (const [index, point] of votesOverTime.entries())
      point.at = new Date(Date.parse(startsAt) + Math.round(index * stepMs)).toISOString();
    await route.fulfill({ response, json: envelope });
  });
}

function daysOf(chart: Locator): Locator {
  return chart.locator('xpath=following-sibling::*[1]').locator('span');
}

/** The days that leave the chart sideways or touch the next one. */
async function daysOutOfPlace(chart: Locator): Promise<readonly string[]> {
  const days = await daysOf(chart).evaluateAll((labels) =>
    labels.map((label) => ({ text: label.textContent, box: label.getBoundingClientRect().toJSON() })),
  );
  const plot = await chart.evaluate((slider) => slider.getBoundingClientRect().toJSON());
  if (days.length === 0) return ['no day'];
  return days
    .filter(({ box }, at) => {
      const end = Math.min(plot.right + 1, days[at + 1]?.box.left ?? Number.POSITIVE_INFINITY);
      return box.left < plot.left - 1 || box.right > end;
    })
    .map(({ text }) => text);
}
