import type { Page } from '@playwright/test';
import { inApp } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { routes } from '#/pages/routes.ts';

const widths = [320, 344];

/** What is wrong with the texts of a screen, each with the text. */
function faults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    type Box = { readonly part: Element; readonly outer: DOMRect; readonly style: StyleOfBox };
    type StyleOfBox = Pick<CSSStyleDeclaration, 'overflowX' | 'overflowY' | 'clipPath' | 'position'>;
    /** The elements around a text, the innermost first. */
    type Around = readonly Box[];
    type Written = {
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
    function written(): Written[] {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Written[] = [];
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

    type Shown = {
      readonly one: Written;
      readonly here: ReturnType<typeof shownOf>;
      readonly layer: Element | undefined;
    };

    function overlap(a: Shown, b: Shown): boolean {
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
    const texts = written();
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
