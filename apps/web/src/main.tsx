import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { goOnInApp } from './app/hand-over.ts';
import { makeQueryClient } from './app/query-client.ts';
import { preloadScreen } from './app/screens.ts';
import type { BootWindow } from './boot/boot-result.ts';
import { environment } from './lib/environment.ts';
import { configQuery } from './lib/use-config.ts';
import { hostPresence } from './lib/host/host-presence.ts';
import { startI18n } from './lib/i18n/i18n.ts';
import { signInPath } from './lib/navigation.ts';
import { keepNamedPlatform } from './lib/platform.ts';
import { canResumeSession, resumeSession } from './lib/session/session.ts';

type FirstAnswers = {
  /** The server's clock when it asked, in Unix milliseconds. */
  readonly at: number;
  readonly language: string;
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
};

/** Starts with the answers that the server drew the page from. Outdated answers are fetched again as usual. */
function adoptAnswers(queryClient: QueryClient): void {
  const { textContent } = document.getElementById('first-answers') ?? {};
  if (!textContent) return;
  const { at, language, answers } = JSON.parse(textContent) as FirstAnswers;
  if (language !== environment().languageType) return;
  const updatedAt = Math.min(at, Date.now());
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer, { updatedAt });
}

/**
 * Leads to the sign-in that the server has drawn at an address for fans only, and back. A host signs its fans in
 * itself.
 */
function goToSignIn(): void {
  const { dataset } = document.documentElement;
  if (!('signIn' in dataset) || 'foreign' in dataset || location.pathname === '/login') return;
  if (hostPresence()) dataset['foreign'] = '';
  else history.replaceState(null, '', signInPath(location.pathname));
}

/**
 * Shows the first screen once the fan and the language are known: at once for a newcomer or a tab with a token, after
 * one request for a returning fan, and after the host's answer inside a host.
 */
async function start(root: HTMLElement): Promise<void> {
  keepNamedPlatform();
  const queryClient = makeQueryClient();
  adoptAnswers(queryClient);
  // Also with settings in the page: the answer's date sets the clock.
  void queryClient.prefetchQuery({ ...configQuery, staleTime: 0 });
  const hidesHeader = location.hash.startsWith('#/') && (await import('./lib/host/hash-link.ts')).followHashLink();
  goToSignIn();
  const texts = startI18n();
  const screen = preloadScreen(location.pathname);
  const fan = hostPresence()
    ? import('./app/host/enter-host.ts').then(({ enterHost }) => enterHost({ queryClient, texts, hidesHeader }))
    : canResumeSession() && resumeSession();
  await Promise.all([texts, fan, screen]);
  goOnInApp(root);
  // In slices: drawing everything at once would keep a slow phone from anything else.
  startTransition(() => createRoot(root).render(<App queryClient={queryClient} />));
  // The screens work without it, so a failure does not stop the start.
  import('./app/warm-public-key.ts').then(({ warmPublicKey }) => warmPublicKey()).catch(console.warn);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element.');
// In its own task: this one has evaluated the common scripts, and a slow phone answers fingers in between.
setTimeout(() => {
  start(root).catch((error: unknown) => (globalThis as BootWindow).lightstickBoot?.fail(error));
});
