import type { QueryClient } from '@tanstack/react-query';
import type { BootWindow, Language } from '#/boot/boot-result.ts';
import { environment } from '#/lib/environment.ts';

/** The language of all requests so far; initially the one that the page was painted in. */
let askedIn: Language = (globalThis as BootWindow).lightstickBoot?.languageType ?? 'en_US';

/**
 * Refetches everything once in the current language. First loads in the old language are cancelled first: invalidation
 * alone would let them finish and keep their data.
 */
export async function refetchInLanguage(
  queryClient: QueryClient,
  language: Language = environment().languageType,
): Promise<void> {
  if (language === askedIn) return;
  askedIn = language;
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}
