import { tabStore } from './key-value-store.ts';

const key = 'lightstick.lastVote';

/** Keeps where the fan last opened a vote sheet, so that a purchase made on the way can lead back to it. */
export function rememberVote(activityId: string, idolId: string): void {
  tabStore.set(key, `/vote-activity?${new URLSearchParams({ activityId, vote: idolId }).toString()}`);
}

/** Returns the vote sheet that the fan last opened in this tab, else the ranking. */
export function lastVotePath(): string {
  return tabStore.get(key) ?? '/vote-activity';
}
