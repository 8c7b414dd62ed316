import type { ReactNode } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { useSongVote } from './use-song-votes.ts';

type SongVoteUnsettledProps = { count: number; voting: ReturnType<typeof useSongVote>; onAskAgain: () => void };

/** The server never answered an earlier vote for this song; asking again repeats the same request, which counts once. */
export function SongVoteUnsettled({
  count,
  voting: { error, isPending },
  onAskAgain,
}: SongVoteUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="space-y-4 outline-none">
      <InlineAlert>
        <p>{t('songs.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('cheer.askAgain')}
      </SpendButton>
    </div>
  );
}
