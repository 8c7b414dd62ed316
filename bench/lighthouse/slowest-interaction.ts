/// <reference lib="dom" />
import type { Browser } from '@playwright/test';
import type { MeasuredPage } from './pages.ts';

/** The factor of the budget: a fixed one, because the budget is about this code on any machine. */
const cpuSlowdown = 4;
const phone = { width: 390, height: 844 };

type Observed = { longestMs?: number };

/**
 * Uses a page on a processor slowed down four times, and answers how long the slowest interaction took from the finger to
 * the next frame, in milliseconds: what Interaction to Next Paint says for so few interactions.
 */
export async function slowestInteractionMs(browser: Browser, address: string, page: MeasuredPage): Promise<number> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  try {
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      const observed = globalThis as Observed;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[]) {
          if (entry.interactionId) observed.longestMs = Math.max(observed.longestMs ?? 0, entry.duration);
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    const devtools = await context.newCDPSession(tab);
    await tab.goto(address + page.path, { waitUntil: 'networkidle' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.use?.(tab);
    // The browser reports an interaction after the frame that follows it.
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const longest = await tab.evaluate(() => (globalThis as Observed).longestMs);
    return longest ?? 0;
  } finally {
    await context.close();
  }
}
