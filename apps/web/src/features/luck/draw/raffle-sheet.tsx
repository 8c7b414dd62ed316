import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Raffle } from '#/features/luck/luck-queries.ts';
import { type Participation, participateErrorText, useParticipate } from '#/features/luck/participate.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { AmountForm, SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';

type RaffleSheetProps = {
  raffle: Raffle;
  points: number | undefined;
  pointsToCome: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  onClose: () => void;
};

/** The contract's bound on one participation. */
const mostAtOnce = 100;
const presets = [1, 2, 5];

/** Enters a raffle, and shows the hash that stands for the fan in its list. */
export function RaffleSheet({ raffle, points, pointsToCome, pointsNote, onClose }: RaffleSheetProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const spend = useSpendState<Participation>();
  const entering = useParticipate(raffle, spend.settle);
  const { unsettled } = entering;
  return (
    <SpendSheet
      title={spend.settled ? t('draw.entered') : t('draw.enterTitle')}
      subtitle={raffle.title}
      media={<Cover src={raffle.coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-tile" />}
      onClose={onClose}
      spend={spend}
      below={pointsNote}
      sending={entering}
      unsettled={
        unsettled && {
          text: t('draw.entryUnsettled', { count: unsettled.num ?? 1 }),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: entering.askAgain,
        }
      }
      renderSettled={({ entries, entryHash, num }, close) => (
        <>
          <SettledNotice
            title={t('draw.enteredTimes', { count: num })}
            detail={t('draw.drawnOn', { when: friendly(raffle.closesAt) })}
          />
          <div className="num rounded-tile border border-dashed border-line bg-bg p-4 text-small">
            <p className="font-semibold">{t('draw.entriesInAll', { count: entries ?? num })}</p>
            {entryHash === null ? null : (
              <p className="mt-1 break-all text-mute">{t('draw.myHash', { hash: entryHash })}</p>
            )}
            <p className="mt-2 text-caption text-pretty text-mute">{t('draw.hashText')}</p>
          </div>
          <SettledActions onDone={close} />
        </>
      )}
    >
      {(close) =>
        points === undefined ? (
          pointsToCome
        ) : (
          <div className="mt-5 space-y-4">
            <EntryForm raffle={raffle} points={points} entering={entering} takesFocus={spend.isAgain} onClose={close} />
          </div>
        )
      }
    </SpendSheet>
  );
}

type EntryFormProps = {
  raffle: Raffle;
  points: number;
  entering: ReturnType<typeof useParticipate>;
  takesFocus: boolean;
  onClose: () => void;
};

function EntryForm({ raffle, points, entering, takesFocus, onClose }: EntryFormProps): ReactNode {
  const t = useText();
  const { price, perFanLimit, mine } = raffle;
  const allowed = Math.min(mostAtOnce, perFanLimit - (mine?.entries ?? 0));
  if (points < price && !entering.isPending) {
    return (
      <>
        <InlineAlert>{t('mall.tooFewPoints', { missing: price - points })}</InlineAlert>
        <Link href="/task" className={buttonStyle('primary', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      </>
    );
  }
  return (
    <AmountForm
      label={t('draw.entries')}
      max={price === 0 ? allowed : Math.min(allowed, Math.floor(points / price))}
      presets={allowed > 1 ? presets : []}
      takesFocus={takesFocus}
      isBusy={entering.isPending}
      note={`${t('draw.oddsHow')} ${t('draw.noGuarantee')}`}
      renderCost={(num) =>
        price === 0 ? null : (
          <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
            {(
              [
                [t('mall.youPay'), num * price],
                [t('mall.remains'), points - num * price],
              ] as const
            ).map(([label, value]) => (
              <div key={label} className="flex justify-between gap-3">
                <dt className="text-mute">{label}</dt>
                <dd className="font-bold">{t('points.count', { points: value })}</dd>
              </div>
            ))}
          </dl>
        )
      }
      errorText={entering.error ? participateErrorText(entering.error, t) : undefined}
      actionLabel={(num) =>
        price === 0 ? t('draw.enterFree', { count: num }) : t('draw.enterFor', { count: num, points: num * price })
      }
      onChange={entering.reset}
      onSpend={entering.participate}
      onClose={onClose}
    />
  );
}
