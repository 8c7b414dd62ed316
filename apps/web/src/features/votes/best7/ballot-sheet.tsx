import { type ReactNode, useState } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { Idol } from '../standings.ts';
import { ballotErrorText } from './ballot-error-text.ts';
import { BallotPaper } from './ballot-paper.tsx';
import { BallotSuccess } from './ballot-success.tsx';
import type { Lineup } from './lineup.ts';
import { type CastBallot, useCastBallot } from './use-cast-ballot.ts';

type BallotSheetProps = {
  activityId: string;
  /** Seven, in the fan's order. */
  lineup: Lineup;
  byId: ReadonlyMap<string, Idol>;
  onClose: () => void;
};

/**
 * The last look before a ballot is cast, which cannot be changed afterwards; and what came of it. As long as an earlier
 * ballot has no answer it is that one that is cast, whatever the fan has arranged since.
 */
export function BallotSheet({ activityId, lineup, byId, onClose }: BallotSheetProps): ReactNode {
  const t = useText();
  // As they were when the sheet opened: what is shown is what is cast.
  const [seven] = useState(lineup);
  const [done, setDone] = useState<CastBallot | null>(null);
  const ballot = useCastBallot(activityId, (answer) => {
    setDone(answer);
    celebrate();
  });
  const { cast, isPending, error, unsettled } = ballot;
  const idolsOf = (ids: Lineup) => ids.flatMap((idolId) => byId.get(idolId) ?? []);
  return (
    <Sheet
      onClose={onClose}
      title={done ? t('best7.castTitle') : t('best7.sheetTitle')}
      subtitle={done ? undefined : t('best7.sheetText')}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <StarIcon size={30} />
        </span>
      }
    >
      {(close) => {
        if (done) return <BallotSuccess ballot={done} idols={idolsOf(done.idolIds)} onDone={close} />;
        if (unsettled) {
          return <BallotUnsettled idols={idolsOf(unsettled)} ballot={ballot} onAskAgain={() => cast(unsettled)} />;
        }
        return (
          <div className="mt-5 space-y-4">
            <BallotPaper idols={idolsOf(seven)} />
            {error ? <InlineAlert>{ballotErrorText(error, t)}</InlineAlert> : null}
            <SpendButton size="large" busy={isPending} onClick={() => cast(seven)}>
              {t('best7.cast')}
            </SpendButton>
            <Button variant="quiet" className="w-full" onClick={close}>
              {t('common.notNow')}
            </Button>
          </div>
        );
      }}
    </Sheet>
  );
}

type BallotUnsettledProps = {
  /** Those of that ballot, in its order. */
  idols: readonly Idol[];
  ballot: ReturnType<typeof useCastBallot>;
  onAskAgain: () => void;
};

/** The server never answered an earlier ballot; asking again repeats the same request, which is cast once. */
function BallotUnsettled({ idols, ballot: { error, isPending }, onAskAgain }: BallotUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <BallotPaper idols={idols} />
      <InlineAlert>
        <p>{t('best7.unsettled')}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('best7.askAgain')}
      </SpendButton>
    </div>
  );
}
