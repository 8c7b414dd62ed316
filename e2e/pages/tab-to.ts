import type { Locator } from '@playwright/test';

const mostPresses = 60;

/** Presses Tab until the element has the focus, as someone without a mouse does. */
export async function tabTo(target: Locator): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${mostPresses} presses of Tab have not reached ${String(target)}.`);
}
