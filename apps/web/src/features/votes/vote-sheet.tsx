import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useUnsettledIntent } from '#/lib/intents/use-unsettled-intent.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { GapText } from './gap-text.tsx';
import type { Standing } from './standings.ts';
import { type CastVote, useCastVote, voteRoute, voteScope } from './use-cast-vote.ts';
import { useMyVotes } from './use-my-votes.ts';
import { VoteChooserSkeleton } from './vote-chooser-skeleton.tsx';
import { VoteChooser } from './vote-chooser.tsx';
import { VoteSuccess } from './vote-success.tsx';
import { VoteUnsettled } from './vote-unsettled.tsx';
import type { Activity } from './voting-phase.ts';

type VoteSheetProps = { activity: Activity; standing: Standing; onClose: () => void };

/** Where a vote is cast: how many, what is missing, and afterwards what came of it. */
export function VoteSheet({ activity, standing, onClose }: VoteSheetProps): ReactNode {
  const t = useText();
  const { activityId } = activity;
  const { idolId, name, portraitUrl, rank, gap } = standing;
  const [counted, setCounted] = useState<CastVote | null>(null);
  // Read beside the mutation and handed on with it: seen alone, a vote that has just been sent looks like one that
  // nobody answered, and the chooser would be gone with the amount in it.
  const unsettled = useUnsettledIntent(voteRoute, voteScope(activityId, idolId));
  const vote = useCastVote({
    activityId,
    idolId,
    onCounted: (answer) => {
      setCounted(answer);
      celebrate();
    },
  });

  return (
    <Sheet
      onClose={onClose}
      title={counted ? t('vote.thanks', { name }) : t('vote.title', { name })}
      subtitle={
        <span className="num">
          #{rank} · <GapText gap={gap} />
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
          <VoteSuccess counted={counted} onAgain={() => setCounted(null)} onDone={close} />
        ) : (
          <VoteForm activity={activity} vote={vote} unsettled={unsettled} close={close} />
        )
      }
    </Sheet>
  );
}

type VoteFormProps = {
  activity: Activity;
  vote: ReturnType<typeof useCastVote>;
  unsettled: { readonly num: number } | null;
  close: () => void;
};

function VoteForm({ activity, vote, unsettled, close }: VoteFormProps): ReactNode {
  const t = useText();
  const mine = useMyVotes(activity.activityId);
  // While the first answer is still on its way the chooser stays; only an answer that never came needs asking again.
  if (unsettled && !vote.isPending) {
    return <VoteUnsettled count={unsettled.num} error={vote.error} onAskAgain={() => vote.cast(unsettled.num)} />;
  }
  if (mine.data) return <VoteChooser activity={activity} mine={mine.data} vote={vote} onClose={close} />;
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
