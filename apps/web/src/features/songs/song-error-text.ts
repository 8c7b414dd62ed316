import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { nominateRoute, songVoteRoute } from './use-song-votes.ts';

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
};

/** Why a song was not voted for, and what that means. */
export function songErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}
