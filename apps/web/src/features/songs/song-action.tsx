import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { songErrorText, useNominate } from './use-song-votes.ts';
import type { SongPhase, MySongs, Song } from './songs.ts';

type SongActionProps = {
  song: Song;
  phase: SongPhase;
  /** Null for visitors, who sign in before they nominate. */
  mine: MySongs | null;
  onSignIn: () => void;
  onVote: () => void;
  /** On the song's own page: as wide as the page. */
  isLarge?: boolean;
};

/** What can be done for a song now: nominate it, vote for it, or nothing. */
export function SongAction(props: SongActionProps): ReactNode {
  const { song, phase, onVote, isLarge = false } = props;
  const t = useText();
  if (phase === 'nominating') return <Nominate {...props} />;
  if (phase !== 'final' || !song.isNominated) return null;
  return (
    <Button
      size={isLarge ? 'large' : 'medium'}
      aria-label={isLarge ? undefined : t('songs.voteFor', { title: song.title })}
      onClick={onVote}
    >
      {isLarge ? t('songs.voteFor', { title: song.title }) : t('vote.short')}
    </Button>
  );
}

function Nominate({ song, mine, onSignIn, isLarge = false }: SongActionProps): ReactNode {
  const t = useText();
  const { nominate, isPending, isSuccess, error } = useNominate(song.songId);
  const isDone = mine?.nominatedToday.includes(song.songId) ?? false;
  if (isDone) return <Nominated isLarge={isLarge} isOwnPress={isSuccess} />;
  const isAgain = error !== null && !isLarge;
  return (
    <>
      <SpendButton
        size={isLarge ? 'large' : 'medium'}
        className="shrink-0"
        busy={isPending}
        aria-label={isAgain ? undefined : t('songs.nominateOf', { title: song.title })}
        onClick={() => (mine ? nominate() : onSignIn())}
      >
        {t(isAgain ? 'common.retry' : 'songs.nominate')}
      </SpendButton>
      {error ? (
        <div className="w-full">
          <InlineAlert>{songErrorText(error, t)}</InlineAlert>
        </div>
      ) : null}
    </>
  );
}

/** Takes the place of the button, and its focus where the fan has just pressed it. */
function Nominated({ isLarge, isOwnPress }: { isLarge: boolean; isOwnPress: boolean }): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLParagraphElement>(isOwnPress);
  return (
    <p
      ref={place}
      role="status"
      tabIndex={-1}
      className={`flex shrink-0 items-center justify-center gap-2 bg-ok-soft font-bold text-ok outline-none ${
        isLarge ? 'min-h-14 rounded-tile px-4 text-title' : 'min-h-11 rounded-full px-4 text-small'
      }`}
    >
      <CheckIcon size={18} />
      {t(isLarge ? 'songs.nominatedToday' : 'songs.nominated')}
    </p>
  );
}
