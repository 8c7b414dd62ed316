import type { QueryClient } from '@tanstack/react-query';
import { chooseTheme, type Language } from '#/lib/environment.ts';
import type { HostCommand } from '#/lib/host/payloads.ts';
import { showLanguage } from '#/lib/i18n/i18n.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { fetchAnew } from '../fetch-anew.ts';

/** Does what the host tells the app to do; made once for a page. */
export function carryOutCommands(queryClient: QueryClient): (command: HostCommand) => void {
  return ({ command, params }) => {
    if (command === 'changeTheme') chooseTheme(params.theme);
    if (command === 'refreshData') refreshData(queryClient);
    if (command === 'changeLanguage') void changeLanguage(queryClient, params.languageType);
  };
}

async function changeLanguage(queryClient: QueryClient, languageType: Language): Promise<void> {
  try {
    await showLanguage(languageType);
    // An early command changes the language before the part of the app is there that watches for it.
    await fetchAnew(queryClient);
  } catch (error) {
    console.warn('The texts could not be fetched.', error);
    showToast({ kind: 'error', title: text('failure.title'), detail: text('failure.network') });
  }
}

/** The fan's assets, profile and linked accounts, wherever they are shown next, and all that is on screen now. */
function refreshData(queryClient: QueryClient): void {
  for (const queryKey of [queryKeys.assets, queryKeys.profile, queryKeys.mediaInfo])
    void queryClient.invalidateQueries({ queryKey });
  void queryClient.invalidateQueries({ type: 'active' });
}
