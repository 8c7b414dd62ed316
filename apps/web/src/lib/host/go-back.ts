import { tabStore } from '../key-value-store.ts';
import { hasNavigated } from '../navigation.ts';
import { hostPresence } from './host-presence.ts';

/**
 * Tells whether the step back stays on this site. Web views without the Navigation API know whether the fan has moved.
 */
function canStepBack(): boolean {
  const { navigation } = globalThis as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? (hostPresence() !== null && hasNavigated());
}

const headerKey = 'lightstick.hostHeader';

/** Keeps for this tab that the host hides its header bar, and with it the host's back button. */
export function keepHostHeaderHidden(): void {
  if (hostPresence() !== null) tabStore.set(headerKey, 'hidden');
}

/** Tells whether a screen has to show the button back itself, because the host's header bar is hidden. */
export function isHostHeaderHidden(): boolean {
  return hostPresence() !== null && tabStore.get(headerKey) !== null;
}

/** Tells whether there may be a step back, in the history or in the host. Without one a fan needs a link upwards. */
export function hasWayBack(): boolean {
  return canStepBack() || hostPresence() !== null;
}

/**
 * Goes one step back: to the previous screen, or from the first screen to the host's. If neither exists, the caller
 * shows the parent screen.
 */
export async function goBackOrUp(goUp: () => void): Promise<void> {
  if (canStepBack()) history.back();
  else if (hostPresence() === null || !(await hostWentBack())) goUp();
}

async function hostWentBack(): Promise<boolean> {
  try {
    const { theHost } = await import('./the-host.ts');
    const host = theHost();
    await host?.goBack();
    return host !== undefined;
  } catch (error) {
    console.warn('The host did not go back.', error);
    return false;
  }
}
