/*
 * Runs before the first paint, as a classic script that blocks it: a page that starts light and turns dark, or that
 * starts in the wrong language, is worse than one that starts three milliseconds later. It imports nothing at run time,
 * so that the build keeps it a classic script.
 */
import type { BootWindow, Language, Theme } from './boot-result.ts';

(() => {
  /** A host app's environment, or what the fan chose here earlier; both are inputs and may be anything. */
  const parse = (text: string | null | undefined): Record<string, unknown> => {
    try {
      const value: unknown = JSON.parse(text ?? '{}');
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  };
  const stored = () => {
    try {
      return localStorage.getItem('lightstick.environment');
    } catch {
      return null;
    }
  };
  const cookie = /(?:^|; )getEnvInfo=([^;]+)/.exec(document.cookie)?.[1];
  const decoded = () => {
    try {
      return decodeURIComponent(cookie ?? '{}');
    } catch {
      return '{}';
    }
  };

  const host = parse(decoded());
  const chosen = parse(stored());
  const root = document.documentElement;

  const language: Language = (host['languageType'] ?? chosen['languageType']) === 'zh_TW' ? 'zh_TW' : 'en_US';
  const wish = host['theme'] ?? chosen['theme'];
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme: Theme = wish === 'dark' || (wish !== 'light' && prefersDark) ? 'dark' : 'light';

  root.dataset['theme'] = theme;
  root.lang = language === 'zh_TW' ? 'zh-Hant-TW' : 'en';
  const statusBarHeight = Number(host['statusBarHeight']);
  if (statusBarHeight > 0 && statusBarHeight <= 120)
    root.style.setProperty('--host-status-bar', `${statusBarHeight}px`);

  // Which screens open with a stage, and how tall it is: what is painted first should be where it will stay.
  const starts: Record<string, string> = { '/': 'tall', '/vote-activity': 'tall', '/login': 'low', '/me': 'low' };
  root.dataset['start'] = starts[location.pathname] ?? 'none';

  const messages = fetch(`/locales/${language}.json`).then((response) => {
    if (!response.ok) throw new Error(`The ${language} texts answered ${response.status}.`);
    return response.json() as Promise<unknown>;
  });
  // Whoever awaits it handles the failure; until then it must not count as unhandled.
  messages.catch(() => undefined);
  (globalThis as BootWindow).lightstickBoot = { languageType: language, theme, messages };
})();
