import { chooseTheme, environment as shown } from '#/lib/environment.ts';
import type { HostEnvironment } from '#/lib/host/payloads.ts';
import { showLanguage } from '#/lib/i18n/i18n.ts';
import { answered } from './answered.ts';

/**
 * Makes the page look as the host says, which stands above what the fan chose here earlier. True when the language is
 * another one now, so that whatever has been fetched ahead is in the wrong one.
 */
export async function showHostEnvironment(environment: HostEnvironment): Promise<boolean> {
  const { theme, languageType, statusBarHeight } = environment;
  if (theme) chooseTheme(theme);
  if (statusBarHeight !== undefined)
    document.documentElement.style.setProperty('--host-status-bar', `${statusBarHeight}px`);
  if (!languageType || languageType === shown().languageType) return false;
  await answered(showLanguage(languageType));
  return shown().languageType === languageType;
}
