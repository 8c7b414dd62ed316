import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Standing } from './standings.ts';
import type { useCastVote } from './use-cast-vote.ts';
import { useConvertTickets } from './use-convert-tickets.ts';
import { useMyVotes } from './use-my-votes.ts';
import { useVotingNote } from './use-voting-note.ts';
import { VoteChooserSkeleton } from './vote-chooser-skeleton.tsx';
import { VoteChooser } from './vote-chooser.tsx';
import { convertErrorText, voteErrorText } from './vote-error-text.ts';
import { VoteUnsettled } from './vote-unsettled.tsx';
import type { Activity } from './voting-phase.ts';

type VoteFormProps = {
  activity: Activity;
  standing: Standing;
  vote: ReturnType<typeof useCastVote>;
  /** The fan has pressed to vote once more, on what is no longer there. */
  isBack: boolean;
  waysToVotes: ReactNode;
  onClose: () => void;
};

/** What can be done about a vote at this moment: cast one, hear of one that was never answered, or nothing, and why. */
export function VoteForm({ activity, standing, vote, isBack, waysToVotes, onClose }: VoteFormProps): ReactNode {
  const t = useText();
  const mine = useMyVotes(activity.activityId);
  const conversion = useConvertTickets(activity.activityId);
  const note = useVotingNote(activity, standing);
  if (vote.unsettled) return <VoteUnsettled count={vote.unsettled.num} vote={vote} />;
  // What is on its way was sent in time, as far as anybody knows: its answer is waited for.
  const isUnderWay = vote.isPending || conversion.isPending || conversion.unsettled !== null;
  if (note !== null && !isUnderWay) {
    return (
      <NoVoting note={note} onClose={onClose}>
        {vote.error ? <InlineAlert>{voteErrorText(vote.error, t)}</InlineAlert> : null}
        {conversion.error ? <InlineAlert>{convertErrorText(conversion.error, t)}</InlineAlert> : null}
      </NoVoting>
    );
  }
  if (mine.data) {
    return (
      <VoteChooser
        activity={activity}
        mine={mine.data}
        vote={vote}
        conversion={conversion}
        isBack={isBack}
        waysToVotes={waysToVotes}
        onClose={onClose}
      />
    );
  }
  if (mine.isError) {
    return (
      <LoadError
        text={t('vote.walletError')}
        error={mine.error}
        retrying={mine.isFetching}
        onRetry={() => void mine.refetch()}
      />
    );
  }
  return <VoteChooserSkeleton />;
}

type NoVotingProps = {
  note: string;
  onClose: () => void;
  /** What became of that which was sent too late. */
  children: ReactNode;
};

/** In the place of the chooser, and of the focus within it, when the time to vote has passed under it. */
function NoVoting({ note, onClose, children }: NoVotingProps): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLParagraphElement>();
  return (
    <div className="mt-5 space-y-4">
      {children}
      <p
        ref={place}
        tabIndex={-1}
        className="rounded-tile bg-raise p-3.5 text-center text-small font-semibold outline-none"
      >
        {note}
      </p>
      <Button size="large" variant="soft" onClick={onClose}>
        {t('common.ok')}
      </Button>
    </div>
  );
}
