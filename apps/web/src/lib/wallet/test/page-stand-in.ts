import { vi } from 'vitest';
import type { Provider } from '../provider.ts';

/** Imitates for tests what wallets and their finder use of a page. */
export function standInPage(properties: Readonly<Record<string, unknown>> = {}): EventTarget {
  const page = new EventTarget();
  const stubs = {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    location: { host: 'vote.example.com' },
    ...properties,
  };
  for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, stub);
  return page;
}

/** Adds a wallet that announces itself on request; null for one without icon. */
export function announce(
  page: EventTarget,
  name: string,
  provider: Provider,
  icon: string | null = 'data:image/png;base64,AA',
): void {
  const tell = () => {
    const info = { rdns: `example.${name.toLowerCase()}`, name, ...(icon !== null && { icon }) };
    const detail = { info, provider };
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  page.addEventListener('eip6963:requestProvider', tell);
  tell();
}

/** Returns a provider with an answer per method; other methods never answer. */
export function providerOf(answers: Readonly<Record<string, () => unknown>> = {}): Provider & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    request: async ({ method }) => {
      asked.push(method);
      const answer = answers[method];
      return answer ? answer() : new Promise(() => {});
    },
  };
}
