import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Modal } from '#/ui/dialog.tsx';
import { RewardSteps } from './reward-steps.tsx';
import { resultToShow, type RiddleRound } from './riddle-round.ts';
import { type Riddles, riddlesKey } from './use-riddles.ts';

type Shown = { readonly round: RiddleRound; readonly right: number; readonly reward: number };

/** Shows each round's result once, one after the other, to the first client that fetches it. */
export function ResultPopUp({ riddles }: { riddles: Riddles }): ReactNode {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const noting = useMutation({
    // A lost background request is silent: the pop-up appears on the next visit.
    meta: { background: true },
    mutationFn: (roundId: string) => call('POST /task/api/v1/riddle/setOpenPopStatus', { body: { roundId } }),
    onSuccess: ({ first, roundId }) => {
      const round = riddles.rounds.find((one) => one.roundId === roundId);
      const result = riddles.statuses.find((one) => one.roundId === roundId)?.result;
      if (first && round && result) setShown({ round, ...result });
      void queryClient.invalidateQueries({ queryKey: riddlesKey });
    },
    onSettled: (_answer, _error, roundId) => setAsked((before) => [...before, roundId]),
  });
  const note = useEffectEvent((roundId: string) => noting.mutate(roundId));
  const isTaken = shown !== undefined || noting.isPending;
  const roundId = isTaken ? undefined : resultToShow(riddles.statuses, asked)?.roundId;
  useEffect(() => {
    if (roundId !== undefined) note(roundId);
  }, [roundId]);
  return shown ? <Result {...shown} onClose={() => setShown(undefined)} /> : null;
}

function Result({ round, right, reward, onClose }: Shown & { onClose: () => void }): ReactNode {
  const t = useText();
  useEffect(() => {
    if (reward > 0) celebrate();
  }, [reward]);
  return (
    <Modal title={t(reward > 0 ? 'riddles.won' : 'riddles.notWon')} onClose={onClose}>
      {(close) => (
        <div className="mt-3 space-y-5">
          <p className="text-body text-pretty text-mute">
            {t('riddles.outcome', { round: round.title, right, count: round.riddleCount })}
          </p>
          {reward > 0 ? (
            <p className="num text-center text-screen font-extrabold text-ok">
              +{t('points.count', { points: reward })}
            </p>
          ) : null}
          <RewardSteps rewards={round.rewards} right={right} />
          <Button size="large" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
