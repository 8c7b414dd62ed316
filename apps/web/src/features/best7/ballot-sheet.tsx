import { type ReactNode, useState } from 'react';
import type { Idol } from '#/features/elections/standings.ts';
import { Formation, PlaceBadge } from './formation.tsx';
import { type Lineup, pointsAt } from './lineup.ts';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { StarIcon, CheckIcon } from '#/ui/icons/first-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { ballotErrorText, type CastBallot, useCastBallot } from './use-cast-ballot.ts';

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

/** A ballot as it is cast: who stands where, and what each place gives. */
function BallotPaper({ idols }: { idols: readonly Idol[] }): ReactNode {
  const t = useText();
  return (
    <ol className="divide-y divide-line rounded-tile bg-raise px-4">
      {idols.map((idol, index) => (
        <li key={idol.idolId} className="flex items-center gap-3 py-1.5">
          <PlaceBadge index={index} />
          <Portrait src={idol.portraitUrl} width={36} height={36} className="size-9 rounded-full" />
          <span className="min-w-0 flex-1 truncate font-bold">{idol.name}</span>
          <span className="num shrink-0 text-small font-semibold text-mute">
            {t('best7.points', { points: pointsAt(index) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

type BallotSuccessProps = { ballot: CastBallot; idols: readonly Idol[]; onDone: () => void };

/** A ballot that has really been counted: the seven take the stage. */
function BallotSuccess({ ballot, idols, onDone }: BallotSuccessProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const status = useArrivingFocus<HTMLDivElement>();
  const { nextBallotAt } = ballot;
  return (
    <div className="enter mt-5 space-y-4">
      <div className="stage rounded-card px-3 py-4 text-white">
        <Formation idols={idols} />
      </div>
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
          <p className="text-title font-extrabold text-balance">{t('best7.counted')}</p>
          <p className="num text-small font-semibold">
            {nextBallotAt ? t('best7.nextAt', { next: friendly(nextBallotAt) }) : t('best7.lastBallot')}
          </p>
        </div>
      </div>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}
