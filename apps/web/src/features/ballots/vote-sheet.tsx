import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useVotingNote } from '#/features/elections/rounds.ts';
import { GapText } from '#/features/elections/standing-texts.tsx';
import type { IdolStanding } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { SpendSheet, useSpendState, SettledActions, SettledNotice } from '#/ui/spend/spend-sheet.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type CastVote, useCastVote, voteErrorText } from './cast-vote.ts';
import { climbOf, type Rung } from './ladder.ts';
import { Rungs, useShownStandings } from './ladder.tsx';
import { type MyVotes, myVotesKey, useMyVotes } from './my-votes.tsx';
import { FirstEver, Receipt, QuarantineNote } from './receipt.tsx';
import { VoteChooserSkeleton, VoteChooser } from './vote-chooser.tsx';

const peak = lazyPart(() => import('./peak/peak.tsx').then((module) => module.Peak));

type VoteSheetProps = {
  activity: Activity;
  standing: IdolStanding;
  /** Replaces the form when the fan has neither votes nor tickets left. */
  topUp: ReactNode;
  /** What the first vote of a day adds to. */
  streak: ReactNode;
  onClose: () => void;
};

/** Shows the vote sheet: the amount, what is missing, and the result. */
export function VoteSheet({ activity, standing, topUp, streak, onClose }: VoteSheetProps): ReactNode {
  const t = useText();
  const { activityId } = activity;
  const { idolId, name, portraitUrl, rank, leftInRound } = standing;
  const { spend, vote, climb, answeredAt } = useVoteAndClimb(activity, idolId);
  // Also during a repeat, so that the form has current figures when it returns.
  const mine = useMyVotes(spend.settled ? undefined : activityId);
  const { unsettled } = vote;

  return (
    <SpendSheet
      onClose={onClose}
      title={spend.settled ? t('vote.thanks', { name, count: spend.settled.receipt.num }) : t('vote.title', { name })}
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
      spend={spend}
      sending={vote}
      unsettled={
        unsettled && {
          text: t('vote.unsettled', { count: unsettled.num }),
          askAgainLabel: t('vote.askAgain', { count: unsettled.num }),
          onAskAgain: () => vote.cast(unsettled),
          note: t('vote.onceOnly'),
        }
      }
      above={
        climb.length > 0 ? <Rungs rungs={climb} idolId={idolId} added={spend.settled?.receipt.num ?? 0} /> : undefined
      }
      renderSettled={(counted, close) => (
        <VoteSettled
          activity={activity}
          counted={counted}
          climb={climb}
          answeredAt={answeredAt}
          idolName={name}
          streak={streak}
          onAgain={spend.again}
          onDone={close}
        />
      )}
    >
      {(close) => (
        <VoteForm
          activity={activity}
          standing={standing}
          mine={mine}
          vote={vote}
          isAgain={spend.isAgain}
          topUp={topUp}
          onClose={close}
        />
      )}
    </SpendSheet>
  );
}

/** Casts votes. Returns the idols that they lifted her above, and when the answer came. */
function useVoteAndClimb(activity: Activity, idolId: string) {
  const { activityId } = activity;
  const [answeredAt, setAnsweredAt] = useState(0);
  // What has lifted her is celebrated on its own screen.
  const spend = useSpendState<CastVote>(({ state, lift }) => state === 'counted' && !lift?.passed.length);
  const vote = useCastVote({
    activityId,
    idolId,
    onCounted: (counted) => {
      setAnsweredAt(performance.now());
      spend.settle(counted);
    },
  });
  const list = useShownStandings(activity);
  const lift = spend.settled?.lift;
  useEffect(() => void peak.preload(), []);
  return { spend, vote, climb: list && lift ? climbOf(list, idolId, lift) : [], answeredAt };
}

type VoteFormProps = {
  activity: Activity;
  standing: IdolStanding;
  mine: ReturnType<typeof useMyVotes>;
  vote: ReturnType<typeof useCastVote>;
  /** The fan has pressed to vote again, on a button that is gone. */
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

/** Shows what can be done at this moment: cast a vote, or nothing, and why. */
function VoteForm({ activity, standing, mine, vote, isAgain, topUp, onClose }: VoteFormProps): ReactNode {
  const t = useText();
  const note = useVotingNote(activity, standing);
  // Requests in flight were sent in time, so their answers are awaited.
  if (note !== null && !vote.isPending) {
    return (
      <NoVoting note={note} onClose={onClose}>
        {vote.error ? <InlineAlert>{voteErrorText(vote.error, t)}</InlineAlert> : null}
      </NoVoting>
    );
  }
  if (mine.data) {
    return (
      <VoteChooser
        activity={activity}
        idolId={standing.idolId}
        mine={mine.data}
        vote={vote}
        isAgain={isAgain}
        topUp={topUp}
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
  /** Says what became of a request that was sent too late. */
  children: ReactNode;
};

/** Replaces the chooser, and takes its focus, when the time to vote ends while it is open. */
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

type VoteSettledProps = {
  activity: Activity;
  counted: CastVote;
  /** The idol above the one she has overtaken; empty when the vote overtook none. */
  climb: readonly Rung[];
  answeredAt: number;
  idolName: string;
  streak: ReactNode;
  onAgain: () => void;
  onDone: () => void;
};

/** Shows a vote that was cast: what it did, or that it was quarantined, and its receipt one tap away. */
function VoteSettled({ activity, counted, climb, answeredAt, idolName, streak, ...ways }: VoteSettledProps): ReactNode {
  const t = useText();
  const { onAgain, onDone } = ways;
  const [showsReceipt, setShowsReceipt] = useState(false);
  const [hasPeaked, setHasPeaked] = useState(false);
  const [hers, rival] = climb;
  const isPeak = hers !== undefined && !hasPeaked;
  const mine = useQueryClient().getQueryData<MyVotes>(myVotesKey(useAccountId(), activity.activityId));
  // Only after the first vote of the day are the records asked whether it was the first of all.
  const mayBeFirst = counted.state === 'counted' && mine?.usedToday === counted.receipt.num;
  const Peak = peak.Component;
  return (
    // About as tall as the form before, so that the rows above swap where they stood.
    <div className={`space-y-4 ${isPeak ? 'min-h-96' : ''}`}>
      {counted.setAside ? (
        <CastQuarantined num={counted.receipt.num} setAside={counted.setAside} />
      ) : (
        <SettledNotice
          title={t('vote.counted', { count: counted.receipt.num })}
          detail={counted.isFrozen ? t('freeze.counted') : <CountNow counted={counted} />}
        />
      )}
      {mayBeFirst ? <FirstEver voteId={counted.voteId} /> : null}
      {mayBeFirst ? streak : null}
      {showsReceipt ? (
        <Receipt receipt={counted.receipt} idolName={idolName} state={counted.state} takesFocus />
      ) : (
        <Button variant="soft" className="w-full" onClick={() => setShowsReceipt(true)}>
          <ReceiptIcon size={18} />
          {t('receipt.show')}
        </Button>
      )}
      <SettledActions onDone={onDone} again={{ text: t('vote.again'), onAgain }} />
      {isPeak && rival ? (
        <Suspense>
          <Peak
            activity={activity}
            counted={counted}
            climb={[hers, rival]}
            answeredAt={answeredAt}
            onLeave={(way) => {
              setHasPeaked(true);
              if (way === 'done') onDone();
              if (way === 'again') onAgain();
              setShowsReceipt(way === 'receipt');
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function CountNow({ counted: { rank, idolVotes } }: { counted: CastVote }): ReactNode {
  const t = useText();
  return (
    <>
      #{rank} · <RollingNumber value={idolVotes} /> {t('votes.unit', { count: idolVotes })}
    </>
  );
}

type CastQuarantinedProps = { num: number; setAside: NonNullable<CastVote['setAside']> };

/** Shows a vote that was quarantined when cast: stated calmly, without celebration. */
function CastQuarantined({ num, setAside }: CastQuarantinedProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={status} role="status" tabIndex={-1} className="space-y-4 outline-none">
      <div className="flex items-center gap-4 rounded-tile bg-warn-soft p-4 text-warn">
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-surface">
          <InfoIcon size={28} />
        </span>
        <p className="text-title font-extrabold">{t('quarantine.cast', { count: num })}</p>
      </div>
      <QuarantineNote state="quarantined" setAside={setAside} />
    </div>
  );
}
