import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';
import type { SongVote } from './use-song-votes.ts';

type SongVoteSuccessProps = { vote: SongVote; title: string; onAgain: () => void; onDone: () => void };

/** A vote for a song that was counted: where it stands now, and the receipt one tap away. */
export function SongVoteSuccess({ vote, title, onAgain, onDone }: SongVoteSuccessProps): ReactNode {
  const t = useText();
  const [showsReceipt, setShowsReceipt] = useState(false);
  const status = useArrivingFocus<HTMLDivElement>();
  const canVoteAgain = Math.min(vote.votesLeft, vote.leftToday ?? Number.POSITIVE_INFINITY) > 0;
  return (
    <div className="enter space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold">{t('songs.counted', { count: vote.num })}</p>
          <p className="num text-small font-semibold">
            {t('songs.standsAt', { title, rank: vote.rank, votes: vote.songVotes })}
          </p>
        </div>
      </div>
      {showsReceipt ? (
        <LedgerReceipt
          transferId={vote.transferId}
          moved={{ kind: 'songVotes', num: vote.num }}
          at={vote.votedAt}
          record={vote}
          takesFocus
        />
      ) : (
        <Button variant="soft" className="w-full" onClick={() => setShowsReceipt(true)}>
          <ReceiptIcon size={18} />
          {t('songs.receipt')}
        </Button>
      )}
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
      {canVoteAgain ? (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          {t('songs.voteAgain')}
        </Button>
      ) : null}
    </div>
  );
}
