import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tabStore } from './key-value-store.ts';
import { keepScrollPositions } from './scroll-memory.ts';

/** A window with a page height, a navigation type and a scroll position. */
function openWindow({ loadedBy = 'navigate' }: { loadedBy?: 'navigate' | 'reload' } = {}) {
  const target = new EventTarget();
  let furthest = 0;
  let grow = () => {};
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('location', { pathname: '/vote-activity', search: '' });
  vi.stubGlobal('history', {});
  let isLoading = false;
  vi.stubGlobal('document', { querySelector: () => (isLoading ? {} : null) });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: loadedBy } as PerformanceNavigationTiming]);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', (_: number, top: number) => {
    vi.stubGlobal('scrollY', Math.min(top, furthest));
    target.dispatchEvent(new Event('scroll'));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(attempt: () => void) {
        grow = attempt;
      }
      observe() {
        grow();
      }
      disconnect() {
        grow = () => {};
      }
    },
  );
  const go = (path: string, event: 'pushState' | 'popstate') => {
    vi.stubGlobal('location', { pathname: path, search: '' });
    target.dispatchEvent(new Event(event));
    // As the router does for every new screen, which is not there yet.
    furthest = 0;
    scrollTo(0, 0);
  };
  return {
    load: () => {
      isLoading = true;
    },
    becomeTall: () => {
      isLoading = false;
      furthest = 5000;
      grow();
    },
    go,
    tell: (event: string) => target.dispatchEvent(new Event(event)),
  };
}

let forget = () => {};
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  tabStore.remove('lightstick.scroll');
});

/** A ranking that was scrolled, and left for the mall. */
function leaveScrolledRanking() {
  const page = openWindow();
  forget = keepScrollPositions();
  page.becomeTall();
  scrollTo(0, 900);
  page.go('/mall', 'pushState');
  page.becomeTall();
  return page;
}

test('going back scrolls to where the fan was as soon as the screen is tall enough', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(1000);
  page.becomeTall();
  expect(scrollY).toBe(900);
});

test('a place is still known after a visit to its screen that was left before it could be drawn', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.go('/mall', 'pushState');
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.becomeTall();
  expect(scrollY).toBe(900);
});

test('a screen that says it is still loading is waited for', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  page.load();
  vi.advanceTimersByTime(20_000);
  page.becomeTall();
  expect(scrollY).toBe(900);
});

test('a screen that never finishes loading is not waited for', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  page.load();
  vi.advanceTimersByTime(40_000);
  page.becomeTall();
  expect(scrollY).toBe(0);
});

test('a screen that comes too late to scroll does not lose its place either', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(10_000);
  page.becomeTall();
  expect(scrollY).toBe(0);
  page.go('/mall', 'pushState');
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.becomeTall();
  expect(scrollY).toBe(900);
});

test('a fan who takes over stays where they are, and is brought back there', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.tell('wheel');
  page.becomeTall();
  expect(scrollY).toBe(0);
  scrollTo(0, 200);
  page.go('/mall', 'pushState');
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.becomeTall();
  expect(scrollY).toBe(200);
});

test('a scroll position from before the app listened is known', () => {
  const page = openWindow();
  page.becomeTall();
  scrollTo(0, 700);
  forget = keepScrollPositions();
  page.go('/mall', 'pushState');
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.becomeTall();
  expect(scrollY).toBe(700);
});

test('a reload returns to the place', () => {
  leaveScrolledRanking().go('/vote-activity', 'popstate');
  forget();
  const page = openWindow({ loadedBy: 'reload' });
  forget = keepScrollPositions();
  vi.advanceTimersByTime(500);
  page.becomeTall();
  expect(scrollY).toBe(900);
});

test('a place that was reached just before a reload is known though the browser has not reported the scroll', () => {
  const page = leaveScrolledRanking();
  page.go('/vote-activity', 'popstate');
  vi.advanceTimersByTime(500);
  page.becomeTall();
  vi.stubGlobal('scrollY', 1200);
  page.tell('pagehide');
  forget();
  const reloaded = openWindow({ loadedBy: 'reload' });
  forget = keepScrollPositions();
  vi.advanceTimersByTime(500);
  reloaded.becomeTall();
  expect(scrollY).toBe(1200);
});
