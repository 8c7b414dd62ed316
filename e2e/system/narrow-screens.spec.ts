import type { Page } from '@playwright/test';
import { inApp } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { routes } from '#/pages/routes.ts';

const widths = [320, 344];

/** What is wrong with the texts of a screen, each with the text. */
function faults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    /** The elements around a text, the innermost first. */
    type Around = readonly { readonly style: CSSStyleDeclaration; readonly outer: DOMRect; readonly part: Element }[];
    type Written = {
      readonly text: string;
      readonly element: Element;
      readonly box: DOMRect;
      readonly around: Around;
    };

    /** Lines of text that a person sees: not those for screen readers, and not in bars that lie over the screen. */
    function written(): Written[] {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Written[] = [];
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent?.trim() ?? '';
        if (!element || text === '' || !element.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true }))
          continue;
        const around: Around[number][] = [];
        for (let part: Element | null = element; part; part = part.parentElement)
          around.push({ part, style: getComputedStyle(part), outer: part.getBoundingClientRect() });
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const box of range.getClientRects()) if (box.width > 0) found.push({ text, element, box, around });
      }
      return found.filter(({ element }) => !element.closest('.sr-only, noscript, svg, script'));
    }

    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

    /** Whether a box without a way to scroll cuts a part of the text off. Addresses are copied, not read. */
    function isCut({ text, box, around }: Written): boolean {
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
    const layerOf = ({ around }: Written) =>
      around.find(({ style }) => ['fixed', 'sticky'].includes(style.position))?.part;

    /** What the boxes around it leave of a text. */
    function shownOf({ box, around }: Written) {
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

    function overlaps(one: Written, other: Written): boolean {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
      const [here, there] = [shownOf(one), shownOf(other)];
      const width = Math.min(here.right, there.right) - Math.max(here.left, there.left);
      const height = Math.min(here.bottom, there.bottom) - Math.max(here.top, there.top);
      // Lines may touch: a box is taller than its letters.
      return width > tolerance && height > Math.min(one.box.height, other.box.height) / 3;
    }

    const ellipsis = [...document.querySelectorAll<HTMLElement>('nav li a, main li p, main li a, main li span')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .map((element) => element.textContent)
      .filter((text) => !/@|:\/\//.test(text));
    const texts = written();
    const cut = texts.filter(isCut).map(({ text }) => text);
    const layers = new Map(texts.map((one) => [one.element, layerOf(one)]));
    const covered = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter((other) => layers.get(one.element) === layers.get(other.element) && overlaps(one, other))
        .map((other) => `${one.text} | ${other.text}`),
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

for (const language of ['en_US', 'zh_TW'] as const) {
  test.describe(`in ${language}, ${widths.join(' and ')} pixels wide`, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    test('no screen is wider than the phone, and its texts are whole and beside each other', async ({
      given,
      visit,
    }) => {
      test.slow();
      const page = await visit.as(await given.regular());
      const found: Record<string, readonly string[]> = {};
      for (const route of routes) {
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await inApp(page);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 640 });
          const problems = await faults(page);
          if (problems.length > 0) found[`${route} ${width}`] = problems;
        }
      }
      expect(found).toEqual({});
    });
  });
}
