import { type ReactNode, useState } from 'react';
import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { Button } from '#/ui/button.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { type BallotFace, Formation, PlaceBadge, type Lineup, pointsAt } from './formation.tsx';
import { best7Key } from './use-best7.ts';

type BallotSheetProps = {
  activityId: string;
  /** Seven, in the fan's order. */
  lineup: Lineup;
  /** The candidates, and those who have withdrawn. */
  byId: ReadonlyMap<string, BallotFace>;
  onClose: () => void;
};

/**
 * Confirms a ballot, which cannot be changed afterwards, and shows the result. While an earlier ballot has no answer,
 * only that one can be sent again.
 */
export function BallotSheet({ activityId, lineup, byId, onClose }: BallotSheetProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  // Fixed when the sheet opened: the shown lineup is cast.
  const [seven] = useState(lineup);
  const spend = useSpendState<CastBallot>();
  const ballot = useCastBallot(activityId, spend.settle);
  const { cast, isPending, error, unsettled } = ballot;
  const idolsOf = (ids: Lineup) => ids.flatMap((idolId) => byId.get(idolId) ?? []);
  return (
    <SpendSheet
      onClose={onClose}
      title={spend.settled ? t('best7.castTitle') : t('best7.sheetTitle')}
      subtitle={spend.settled ? undefined : t('best7.sheetText')}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <StarIcon size={30} />
        </span>
      }
      spend={spend}
      sending={ballot}
      unsettled={
        unsettled
          ? {
              lead: (
                <>
                  <BallotPaper idols={idolsOf(unsettled)} />
                  <WithdrawnIdols activityId={activityId} mine={unsettled} />
                </>
              ),
              text: t('best7.unsettled'),
              askAgainLabel: t('best7.askAgain'),
              onAskAgain: () => cast(unsettled),
            }
          : null
      }
      renderSettled={({ idolIds, nextBallotAt }, close) => (
        <>
          <div className="stage rounded-card px-3 py-4 text-white">
            <Formation idols={idolsOf(idolIds)} />
          </div>
          <SettledNotice
            title={t('best7.counted')}
            detail={nextBallotAt ? t('best7.nextAt', { next: friendly(nextBallotAt) }) : t('best7.lastBallot')}
          />
          <SettledActions onDone={close} />
        </>
      )}
    >
      {(close) => (
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
      )}
    </SpendSheet>
  );
}

/** Shows a ballot as cast: the order of the idols and the points of each place. */
function BallotPaper({ idols }: { idols: readonly BallotFace[] }): ReactNode {
  const t = useText();
  return (
    <ol className="divide-y divide-line rounded-tile bg-raise px-4">
      {idols.map((idol, index) => (
        <li key={idol.idolId} className="flex items-center gap-3 py-1.5">
          <PlaceBadge index={index} />
          <Portrait src={idol.portraitUrl} width={36} height={36} className="size-9 rounded-full" />
          <Name className="min-w-0 flex-1 truncate font-bold">{idol.name}</Name>
          <span className="num shrink-0 text-small font-semibold text-mute">
            {t('best7.points', { points: pointsAt(index) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

const castRoute = 'POST /activity/api/v1/vote/doBest7Vote';

type CastBallot = DataOf<Contract[typeof castRoute]>;

/** Casts today's ballot once. `unsettled` is a ballot without an answer, also while it is sent again. */
function useCastBallot(activityId: string, onDone: (ballot: CastBallot) => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: castRoute,
    scope: `best7:${activityId}`,
    affects: [best7Key],
    onDone,
  });
  const cast = (lineup: Lineup) => mutate({ activityId, idolIds: [...lineup] });
  return { cast, isPending, error, unsettled: unsettled?.idolIds.map(String) };
}

type BallotRefusal = ErrorOf<Contract[typeof castRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const ballotTexts: Record<BallotRefusal, MessageId> = {
  BEST7_POLL_NOT_FOUND: 'best7.refused.notCast',
  BEST7_NOT_OPEN: 'best7.refused.kept',
  BEST7_ENDED: 'best7.refused.notCast',
  BEST7_IDOL_TWICE: 'best7.refused.change',
  BEST7_IDOL_UNKNOWN: 'best7.refused.change',
  IDOL_WITHDRAWN: 'best7.refused.withdrawn',
  BEST7_ALREADY_CAST: 'best7.refused.kept',
};

function ballotErrorText(error: Error, t: Translate): string {
  return refusalText(error, ballotTexts, t);
}
