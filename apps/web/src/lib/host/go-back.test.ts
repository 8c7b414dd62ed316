import { afterEach, describe, expect, test, vi } from 'vitest';
import { goBackOrUp, hasWayBack } from './go-back.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser, in this process no host, with or without pages of ours to go back to. */
function browser(navigation: { canGoBack: boolean } | undefined) {
  const back = vi.fn<() => void>();
  vi.stubGlobal('navigation', navigation);
  vi.stubGlobal('history', { back });
  return { back, goUp: vi.fn<() => void>() };
}

describe('in a browser', () => {
  test('the step back leads to the previous screen', async () => {
    const { back, goUp } = browser({ canGoBack: true });
    expect(hasWayBack()).toBe(true);
    await goBackOrUp(goUp);
    expect(back).toHaveBeenCalledOnce();
    expect(goUp).not.toHaveBeenCalled();
  });

  test.each([{ canGoBack: false }, undefined])('with %j it is up: never off this site', async (navigation) => {
    const { back, goUp } = browser(navigation);
    expect(hasWayBack()).toBe(false);
    await goBackOrUp(goUp);
    expect(goUp).toHaveBeenCalledOnce();
    expect(back).not.toHaveBeenCalled();
  });
});
