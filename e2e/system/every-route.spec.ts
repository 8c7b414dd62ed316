import type { Page } from '@playwright/test';
import { grantPoints } from '#/fixtures/grant-points.ts';
import { inApp } from '#/fixtures/in-app.ts';
import { desk, judgeOnDesk, judgeScreen, phone, resize, untilLoaded } from '#/fixtures/judge-screen.ts';
import { openInTwoParts, partsBeyond } from '#/fixtures/screen-geometry.ts';
import { expect, test } from '#/fixtures/test.ts';
import { isEveryLook, looksOf, takesPictures } from '#/looks.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { routes } from '#/pages/routes.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { wholeApp } from '#/pages/whole-app.ts';

const narrowPhones = [
  { width: 344, height: 640 },
  { width: 320, height: 640 },
];
/** Screens on which nothing may stick out: a phone at 200 %, the widest phone, and letters twice as large. */
const otherPhones = [
  { width: 195, letters: '' },
  { width: 430, letters: '' },
  { width: 390, letters: '32px' },
];

/** The routes that show fans and visitors the same: written pages and the screens of signing in. */
const sameForAll: readonly string[] = [
  '/login',
  '/forgot-password',
  '/about-us',
  '/privacy-policy',
  '/csae-policy',
  '/use-terms',
  '/ranking-intro',
  '/video-rules',
  '/ai-avatar-rules',
  '/feature-fan-rule',
  '/feature-fan-question-rule',
  '/snh48vote/about',
];
type Route = (typeof routes)[number];
const fanRoutes: readonly Route[] = routes.filter((route) => !sameForAll.includes(route));
// Every `/my-…` but `/my-data` leads a visitor to sign in, by one rule; one of them is enough. The server draws nothing of
// the studio, which does so, too, nor of the screen that ends digests, whose address has a secret.
const visitorRoutes: readonly Route[] = routes.filter(
  (route) => !/^\/(?:my-|live\/studio$|unsubscribe$)/.test(route) || route === '/my-points' || route === '/my-data',
);

/** Of its two looks, a route that visitors and fans see is seen by visitors in one and by fans in the other. */
const sharedRoutes = new Set(visitorRoutes).intersection(new Set(fanRoutes));

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** What must be seen on the main screens before they are judged; the other ones must have a title and be loaded. */
const contents: Readonly<Record<string, (page: Page, words: ScreenTexts, who: string) => Promise<void>>> = {
  '/': async (page, words) => {
    await expect(title(page)).toHaveText(words.election);
    await expect(page.getByRole('main').getByText(words.live, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: words.voteFor })).toHaveCount(3);
    await expect(page.getByRole('link', { name: words.singleTicket })).toBeVisible();
  },
  '/task': async (page, words) => {
    const screen = new TaskScreen(page, words);
    await expect(screen.checkIn).toBeVisible();
    // Which three they are changes when the earned Points are counted.
    await expect(screen.next.getByRole('listitem')).toHaveCount(3);
  },
  '/mall': (page) => expect(page.getByRole('article')).toHaveCount(6),
  '/vote-activity': async (page, words) => {
    await expect(title(page)).toHaveText(words.election);
    await expect(new VoteScreen(page, words).ranking.getByRole('list').getByRole('listitem')).toHaveCount(24);
    await expect(page.getByRole('main').getByText(words.live, { exact: true })).toBeVisible();
  },
  '/login': (page, words) => expect(page.getByRole('button', { name: words.signIn, exact: true })).toBeVisible(),
  '/me': async (page, words, who) => {
    if (who === 'fan') await expect(new MeScreen(page, words).records).not.toHaveCount(0);
  },
};

/** Halves the routes in another way than looks do, so that visitors and fans have each look. */
const isOfSecondHalf = (route: Route) => routes.indexOf(route) % 4 >= 2;

const softly = expect.configure({ soft: true });

// Each test goes through dozens of screens.
test.describe.configure({ timeout: 300_000 });

for (const { language, theme, screens } of looksOf(routes)) {
  test.describe(`in ${language}, ${theme}`, () => {
    // The server draws times of Taipei, with a word on that for readers elsewhere, which may take a line that the app needs not.
    test.use({ language, theme, ...(language === 'zh_TW' && { timezoneId: 'Asia/Taipei' }) });
    const isWhole = isEveryLook || takesPictures;
    const isDue = (who: 'visitor' | 'fan', route: Route) =>
      isWhole || !sharedRoutes.has(route) || (who === 'fan') === (isOfSecondHalf(route) === (language === 'zh_TW'));
    const routesOf = (who: 'visitor' | 'fan') =>
      screens.filter((route) => (who === 'fan' ? fanRoutes : visitorRoutes).includes(route) && isDue(who, route));

    /** In one of its looks a route is judged on a desk as well; the next route's is the other. */
    const isDueOnDesk = (route: Route) =>
      isWhole || sharedRoutes.has(route) || isOfSecondHalf(route) === (language === 'zh_TW');

    async function judge(page: Page, { who, route }: { who: string; route: Route }) {
      await untilLoaded(page);
      await contents[route]?.(page, textsIn[language], who);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      const shown = { who, name: route.slice(1).replaceAll('/', ' ') || 'home', language, theme };
      await judgeScreen(page, shown);
      for (const narrow of narrowPhones) {
        await resize(page, narrow);
        await softly.poll(() => textFaults(page), `the texts of ${route}, ${narrow.width} pixels wide`).toEqual([]);
      }
      for (const { width, letters } of otherPhones) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
          return new Promise(requestAnimationFrame);
        }, letters);
        await softly.poll(() => partsBeyond(page), `${route}, ${width} pixels wide ${letters}`).toEqual([]);
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      await resize(page, desk);
      await softly.poll(() => textFaults(page), `the texts of ${route} on a desk`).toEqual([]);
      if (isDueOnDesk(route)) await judgeOnDesk(page, shown);
      else await resize(page, phone);
    }

    test('every route is accessible to a visitor, fits narrow phones, and stays in place when the app comes', async ({
      visit,
    }) => {
      const page = await visit.anonymously();
      // The app leaves a cookie, by which the server draws the next screens in this language.
      await page.goto('/login');
      await wholeApp(page);
      for (const [place, route] of routesOf('visitor').entries())
        await test.step(route, async () => {
          // By its address each route is opened in one language, the next route in the other.
          const inParts = isWhole || sharedRoutes.has(route) || isOfSecondHalf(route) === (language === 'en_US');
          await page.setViewportSize(place % 4 < 2 ? phone : desk);
          await (inParts ? openInTwoParts : goInside)(page, route);
          await page.setViewportSize(phone);
          await judge(page, { who: 'visitor', route });
        });
    });

    test('every route of a fan is accessible and fits narrow phones', async ({ product, given, visit }) => {
      const fan = await given.regular();
      // Amounts of five digits.
      await grantPoints(product, fan.accountId, 50_000);
      const page = await visit.as(fan);
      await page.goto('/about-us');
      await inApp(page);
      for (const route of routesOf('fan'))
        await test.step(route, async () => {
          await goInside(page, route);
          await judge(page, { who: 'fan', route });
        });
    });
  });
}

/**
 * Goes to a route as a pressed link does. By its address, a fan opens every route in `every-route-in-hosts.spec.ts`; here the
 * page stays, and with it what the browser has compiled.
 */
async function goInside(page: Page, route: string): Promise<void> {
  const before = await title(page).elementHandle();
  await page.evaluate((address) => history.pushState(null, '', address), route);
  await before?.waitForElementState('hidden');
}

/** What is wrong with the texts of a screen at its present width, each with the text: cut off, shortened, or covered. */
function textFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    type Box = { readonly part: Element; readonly outer: DOMRect; readonly style: StyleOfBox };
    type StyleOfBox = Pick<CSSStyleDeclaration, 'overflowX' | 'overflowY' | 'clipPath' | 'position'>;
    /** The elements around a text, the innermost first. */
    type Around = readonly Box[];
    type PageText = {
      readonly text: string;
      readonly element: Element;
      readonly box: DOMRect;
      readonly around: Around;
    };

    const boxes = new Map<Element, Box>();
    /** Most texts lie in the same elements, so each is measured once. */
    function boxOf(part: Element): Box {
      const measured = boxes.get(part);
      if (measured) return measured;
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(part);
      const box = { part, outer: part.getBoundingClientRect(), style: { overflowX, overflowY, clipPath, position } };
      boxes.set(part, box);
      return box;
    }

    /** Lines of text that a person sees: not those for screen readers, and not in bars that lie over the screen. */
    function collectTexts(): PageText[] {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: PageText[] = [];
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent?.trim() ?? '';
        if (!element || text === '' || !element.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true }))
          continue;
        const around: Box[] = [];
        for (let part: Element | null = element; part; part = part.parentElement) around.push(boxOf(part));
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const box of range.getClientRects()) if (box.width > 0) found.push({ text, element, box, around });
      }
      return found.filter(({ element }) => !element.closest('.sr-only, noscript, svg, script, [title]'));
    }

    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

    /** Whether a box without a way to scroll cuts a part of the text off. Addresses are copied, not read. */
    function isCut({ text, box, around }: PageText): boolean {
      if (/@|:\/\//.test(text)) return false;
      for (const { style, outer } of around) {
        const { overflowX, overflowY, clipPath, position } = style;
        if (scrolls(overflowX) || clipPath !== 'none') return false;
        if (hides(overflowX) && (box.right > outer.right + tolerance || box.left < outer.left - tolerance)) return true;
        // What lies wholly outside is the rest of a text that a button shows, such as one of clamped lines.
        if (hides(overflowY) && box.bottom > outer.bottom + box.height / 2 && box.top < outer.bottom - tolerance)
          return true;
        if (position === 'fixed') return false;
      }
      return box.right > innerWidth + tolerance || box.left < -tolerance;
    }

    /** What stays in place while the rest scrolls may lie over it. */
    const layerOf = ({ around }: PageText) =>
      around.find(({ style }) => ['fixed', 'sticky'].includes(style.position))?.part;

    /** What the boxes around it leave of a text. */
    function shownOf({ box, around }: PageText) {
      const shown = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      for (const { style, outer } of around) {
        const { overflowX, overflowY, position } = style;
        if (overflowX !== 'visible') {
          shown.left = Math.max(shown.left, outer.left);
          shown.right = Math.min(shown.right, outer.right);
        }
        if (overflowY !== 'visible') {
          shown.top = Math.max(shown.top, outer.top);
          shown.bottom = Math.min(shown.bottom, outer.bottom);
        }
        if (position === 'fixed') break;
      }
      return shown;
    }

    type ShownText = {
      readonly one: PageText;
      readonly here: ReturnType<typeof shownOf>;
      readonly layer: Element | undefined;
    };

    function overlap(a: ShownText, b: ShownText): boolean {
      const width = Math.min(a.here.right, b.here.right) - Math.max(a.here.left, b.here.left);
      const height = Math.min(a.here.bottom, b.here.bottom) - Math.max(a.here.top, b.here.top);
      // Lines may touch: a box is taller than its letters.
      if (width <= tolerance || height <= Math.min(a.one.box.height, b.one.box.height) / 3) return false;
      if (a.layer !== b.layer) return false;
      return !a.one.element.contains(b.one.element) && !b.one.element.contains(a.one.element);
    }

    const ellipsis = [...document.querySelectorAll<HTMLElement>('nav li a, main li p, main li a, main li span')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .map((element) => element.textContent)
      .filter((text) => !/@|:\/\//.test(text));
    const texts = collectTexts();
    const cut = texts.filter(isCut).map(({ text }) => text);
    const shown = texts.map((one) => ({ one, here: shownOf(one), layer: layerOf(one) }));
    const covered = shown.flatMap((one, at) =>
      shown
        .slice(at + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `${one.one.text} | ${other.one.text}`),
    );
    return [
      ...(document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth
        ? ['the screen scrolls sideways']
        : []),
      ...new Set(ellipsis.map((text) => `ellipsis: ${text}`)),
      ...new Set(cut.map((text) => `cut: ${text}`)),
      ...new Set(covered.map((pair) => `overlap: ${pair}`)),
    ];
  });
}
