import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { GapText } from './gap-text.tsx';
import type { Standing } from './standings.ts';
import { type CastVote, useCastVote } from './use-cast-vote.ts';
import { VoteForm } from './vote-form.tsx';
import { VoteSuccess } from './vote-success.tsx';
import type { Activity } from './voting-phase.ts';

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
