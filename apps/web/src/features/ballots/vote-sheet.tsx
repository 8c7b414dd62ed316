import { type ReactNode, useState } from 'react';
import { GapText } from '#/features/elections/standing-texts.tsx';
import type { Standing } from '#/features/elections/standings.ts';
import { useVotingNote } from '#/features/elections/rounds.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type CastVote, useCastVote, useConvertTickets, convertErrorText, voteErrorText } from './cast-vote.ts';
import { useMyVotes } from './my-votes.ts';
import { VoteChooserSkeleton, VoteChooser } from './vote-chooser.tsx';
import { VoteSuccess } from './vote-success.tsx';

type VoteSheetProps = {
  activity: Activity;
  standing: Standing;
  /** What else can be done for this idol, beneath the vote. */
  otherWays?: ReactNode;
  /** Shown to whom has nothing left to vote with. */
  waysToVotes?: ReactNode;
  onClose: () => void;
};

/** Where a vote is cast: how many, what is missing, and afterwards what came of it. */
export function VoteSheet({ activity, standing, otherWays, waysToVotes, onClose }: VoteSheetProps): ReactNode {
  const t = useText();
  const { activityId } = activity;
  const { idolId, name, portraitUrl, rank, leftInRound } = standing;
  const [counted, setCounted] = useState<CastVote | null>(null);
  const [isBack, setIsBack] = useState(false);
  const vote = useCastVote({
    activityId,
    idolId,
    onCounted: (answer) => {
      setCounted(answer);
      if (answer.state === 'counted') celebrate();
    },
  });

  return (
    <Sheet
      onClose={onClose}
      title={counted ? t('vote.thanks', { name }) : t('vote.title', { name })}
      subtitle={
        <span className="num">
          #{rank} · {leftInRound === null ? <GapText standing={standing} /> : t('rounds.left', { round: leftInRound })}
        </span>
      }
      media={
        <Portrait
          src={portraitUrl}
          width={72}
          height={86}
          lazy={false}
          className="h-[86px] w-18 shrink-0 rounded-tile"
        />
      }
    >
      {(close) =>
        counted ? (
          <VoteSuccess
            counted={counted}
            onAgain={() => {
              setIsBack(true);
              setCounted(null);
            }}
            onDone={close}
          />
        ) : (
          <>
            <VoteForm
              activity={activity}
              standing={standing}
              vote={vote}
              isBack={isBack}
              waysToVotes={waysToVotes}
              onClose={close}
            />
            {otherWays}
          </>
        )
      }
    </Sheet>
  );
}

type VoteUnsettledProps = { count: number; vote: ReturnType<typeof useCastVote> };

/**
 * The server never answered an earlier vote for this idol. Until its outcome is known no other amount can be chosen;
 * asking again repeats the same request, which counts once.
 */
function VoteUnsettled({ count, vote: { cast, error, isPending } }: VoteUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <InlineAlert>
        <p>{t('vote.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={() => cast(count)}>
        {t('vote.askAgain', { count })}
      </SpendButton>
      <p className="text-center text-small text-mute">{t('vote.onceOnly')}</p>
    </div>
  );
}

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
function VoteForm({ activity, standing, vote, isBack, waysToVotes, onClose }: VoteFormProps): ReactNode {
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
