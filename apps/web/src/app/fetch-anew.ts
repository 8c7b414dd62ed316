import type { QueryClient } from '@tanstack/react-query';
import type { BootWindow, Language } from '#/boot/boot-result.ts';
import { environment } from '#/lib/environment.ts';

/** The language in which everything has been asked for; the app begins with the one that the page was painted in. */
let askedIn: Language = (globalThis as BootWindow).lightstickBoot?.languageType ?? 'en_US';

/**
 * Fetches everything once more in the language that is shown now, unless that has been done already. What is still on
 * its way for the first time, in the language before, is given up first: invalidating alone would let it arrive and
 * keep it.
 */
export async function fetchAnew(
  queryClient: QueryClient,
  language: Language = environment().languageType,
): Promise<void> {
  if (language === askedIn) return;
  askedIn = language;
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}
