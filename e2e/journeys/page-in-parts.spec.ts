import type { Page } from '@playwright/test';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';

/** A move that a browser does not count as a layout shift, in pixels. */
const unseenMove = 3;

/** The left and top edges of what is on the screen, by the place of each element in the page. */
type Edges = Readonly<Record<string, readonly [number, number]>>;

/** Reads the edges of the elements that have come whole: the last one, and those around it, may still grow. */
function edgesOnScreen(page: Page): Promise<Edges> {
  return page.locator('.served').evaluate((served) => {
    const edges: Record<string, [number, number]> = {};
    const walk = (parent: Element, place: string) => {
      for (const [index, element] of [...parent.children].entries()) {
        const { x, y, width } = element.getBoundingClientRect();
        if (width > 0 && y < innerHeight && element.nextElementSibling) edges[`${place}/${index}`] = [x, y];
        walk(element, `${place}/${index}`);
      }
    };
    walk(served, '');
    return edges;
  });
}

test('home comes in parts over a slow network, and nothing that has come moves when the rest comes', async ({
  visit,
}) => {
  const page = await visit.anonymously({ tolerates: [/net::ERR_FAILED/] });
  const html = await untilDrawn(page.request, '/');
  let come = html.length;
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: html.slice(0, come) }));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  const whole = await edgesOnScreen(page);
  const areSeen = (entries: readonly Element[]) =>
    entries.map((entry) => entry.getBoundingClientRect().y < innerHeight);
  const seen = await page.locator('.served li').evaluateAll(areSeen);
  // The first screenful is where a fan sees it, and each cut is a new document.
  const ends = [...html.matchAll(/<\/li>/g)].filter((_, place) => seen[place]);

  const moves: string[] = [];
  for ({ index: come } of ends) {
    await page.goto('/');
    for (const [place, [x, y]] of Object.entries(await edgesOnScreen(page))) {
      const [endX = 0, endY = 0] = whole[place] ?? [];
      if (Math.hypot(endX - x, endY - y) > unseenMove) moves.push(`${place} from ${x}, ${y} to ${endX}, ${endY}`);
    }
  }
  expect(moves).toEqual([]);
});
