import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { BodyOf } from '#/lib/intents/deliver-intent.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { type MySongs, songKey, songListKey } from './songs.ts';

const nominateRoute = 'POST /activity/api/v1/vote/doPreSongVote';
const songVoteRoute = 'POST /activity/api/v1/vote/doSongVote';

export type SongVote = DataOf<Contract[typeof songVoteRoute]>;

/** The server's lists of songs are up to half a second old, so one read at once may lack what the fan has just added. */
const listAgeMs = 1000;

function refetchOnceCounted(queryClient: QueryClient): void {
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: queryKeys.songs }), listAgeMs);
}

/** Nominates a song once. Independent of votes for it: an unanswered one blocks only its own kind. */
export function useNominate(songId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const intent = useIntent({
    route: nominateRoute,
    scope: `nomination:${songId}`,
    affects: [queryKeys.songs],
    onDone: () => {
      showNominated(queryClient, accountId, songId);
      refetchOnceCounted(queryClient);
    },
  });
  return {
    nominate: () => intent.mutate({ songId }),
    isPending: intent.isPending,
    isSuccess: intent.isSuccess,
    error: intent.error,
  };
}

/** Votes for a song of the final, once. */
export function useSongVote(songId: string, onCounted: (vote: SongVote) => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: songVoteRoute,
    scope: `song:${songId}`,
    affects: [queryKeys.songs, queryKeys.assets, queryKeys.myVotes, queryKeys.conversions],
    onDone: (songVote) => {
      onCounted(songVote);
      refetchOnceCounted(queryClient);
    },
  });
  /** Votes for a song, and converts tickets if the votes in hand are fewer. */
  const vote = ({ num, conversion }: Pick<BodyOf<typeof songVoteRoute>, 'num' | 'conversion'>) =>
    mutate({ songId, num, ...(conversion && { conversion }) });
  return { vote, isPending, error, reset, unsettled };
}

type WithMine = { readonly mine: MySongs | null };

/** Shows a counted nomination at once, before the refetch. */
function showNominated(queryClient: QueryClient, accountId: string | undefined, songId: string): void {
  for (const queryKey of [songListKey(accountId), songKey(accountId, songId)]) {
    queryClient.setQueryData<WithMine>(queryKey, (seen) => seen && withNomination(seen, songId));
  }
}

function withNomination(seen: WithMine, songId: string): WithMine {
  const { mine } = seen;
  if (!mine || mine.nominatedToday.includes(songId)) return seen;
  return { ...seen, mine: { ...mine, nominatedToday: [...mine.nominatedToday, songId] } };
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract[typeof nominateRoute]> | ErrorOf<Contract[typeof songVoteRoute]>, MessageId> = {
  SONG_NOT_FOUND: 'songs.refused.notFound',
  NOMINATIONS_NOT_OPEN: 'songs.refused.notOpen',
  NOMINATIONS_ENDED: 'songs.refused.ended',
  SONG_NOMINATED_TODAY: 'songs.refused.today',
  VOTING_NOT_OPEN: 'songs.refused.notOpen',
  VOTING_ENDED: 'songs.refused.ended',
  SONG_NOT_NOMINATED: 'songs.refused.notNominated',
  DAILY_CAP_REACHED: 'songs.refused.spent',
  INSUFFICIENT_VOTES: 'songs.refused.spent',
  INSUFFICIENT_TICKETS: 'songs.refused.spent',
  CONVERSION_CHANGED: 'vote.refused.conversionChanged',
};

/** Says why a song was not voted for, and what that means. */
export function songErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}
