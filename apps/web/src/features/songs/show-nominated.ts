import type { QueryClient } from '@tanstack/react-query';
import { type MySongs, songKey, songListKey } from './use-songs.ts';

type WithMine = { readonly mine: MySongs | null };

/** Shows a nomination that was counted at once, before the server is asked for what follows from it. */
export function showNominated(queryClient: QueryClient, accountId: string | undefined, songId: string): void {
  for (const queryKey of [songListKey(accountId), songKey(accountId, songId)]) {
    queryClient.setQueryData<WithMine>(queryKey, (seen) => seen && withNomination(seen, songId));
  }
}

function withNomination(seen: WithMine, songId: string): WithMine {
  const { mine } = seen;
  if (!mine || mine.nominatedToday.includes(songId)) return seen;
  return { ...seen, mine: { ...mine, nominatedToday: [...mine.nominatedToday, songId] } };
}
