import type { QueryClient } from '@tanstack/react-query';
import { pause } from '#/lib/timing/pause.ts';

/**
 * Ends what the screens are still asking for, before a session ends on the server: their questions would be refused once
 * nobody is signed in. New ones are not asked while a mutation with `signOutKey` runs.
 */
export async function fallSilent(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  // A part of a screen that was just being drawn asks in this moment, and hears of the sign-out only after it.
  await pause(0);
  await queryClient.cancelQueries();
}
