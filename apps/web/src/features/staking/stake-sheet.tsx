import { estimatedBonus, weightOf } from '@lightstick/contract/stake-estimate';
import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CoinsIcon, GiftIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { factorText, useStakingTimes, useStakingZone } from './staking-facts.ts';
import {
  type ComingWeek,
  type Plan,
  type StakeAnswer,
  stakeErrorText,
  type StakingInfo,
  useStake,
} from './staking-queries.ts';

const ReturnIcon = drawIcon('M8.5 5 4.5 9l4 4M5 9h9.5a5 5 0 0 1 0 10H8');

/** The terms of a stake made now. */
export type StakeTerms = {
  readonly plan: Plan;
  /** The first week that it counts for. */
  readonly next: ComingWeek;
  readonly timeline: NonNullable<StakingInfo['timeline']>;
  readonly mine: NonNullable<StakingInfo['mine']>;
  readonly typicalWeight: StakingInfo['typicalWeight'];
};

type StakeSheetProps = {
  /** Null when no stake can be made any more. */
  terms: StakeTerms | null;
  onClose: () => void;
};

/** Stakes Points: shows how many, what happens when, and that they cannot come back earlier. */
export function StakeSheet({ terms, onClose }: StakeSheetProps): ReactNode {
  const t = useText();
  const spend = useSpendState<StakeAnswer>();
  const staking = useStake(spend.settle);
  const { unsettled } = staking;
  return (
    <SpendSheet
      title={spend.settled ? t('stake.done') : t('stake.action')}
      subtitle={terms ? t('stake.planLine', { weeks: terms.plan.periods, factor: factorText(terms.plan) }) : undefined}
      media={
        <span className="medal-1 grid size-14 shrink-0 place-content-center rounded-tile text-medal">
          <CoinsIcon size={28} />
        </span>
      }
      onClose={onClose}
      spend={spend}
      sending={staking}
      unsettled={
        unsettled && {
          text: t('stake.unsettled', { points: unsettled.amount }),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: () => staking.stake(unsettled),
        }
      }
      renderSettled={(staked, close) => <Settled staked={staked} onDone={close} />}
    >
      {(close) => (
        <div className="mt-5 space-y-5">
          {terms ? (
            <StakeForm terms={terms} staking={staking} takesFocus={spend.isAgain} onClose={close} />
          ) : (
            <>
              <InlineAlert>{staking.error ? stakeErrorText(staking.error, t) : t('stake.closedMeanwhile')}</InlineAlert>
              <Button variant="soft" size="large" onClick={close}>
                {t('common.done')}
              </Button>
            </>
          )}
        </div>
      )}
    </SpendSheet>
  );
}

type StakeFormProps = {
  terms: StakeTerms;
  staking: ReturnType<typeof useStake>;
  takesFocus: boolean;
  onClose: () => void;
};

function StakeForm({ terms, staking, takesFocus, onClose }: StakeFormProps): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  const { plan, next, timeline, mine } = terms;
  const { least } = plan;
  const [wanted, setWanted] = useState(least);
  // During the request, refetched limits may be ahead of the answer.
  const max = staking.isPending ? Math.max(wanted, mine.mayStake) : mine.mayStake;
  const amount = Math.min(wanted, max);
  const isTooSmall = amount < least;
  return (
    <>
      <div className="space-y-2">
        <Stepper
          label={t('stake.amount')}
          value={amount}
          min={least}
          step={least}
          max={max}
          presets={[least, least * 3, least * 5].filter((preset) => preset < max)}
          disabled={staking.isPending}
          takesFocus={takesFocus}
          onChange={(value) => {
            staking.reset();
            setWanted(value);
          }}
        />
        <p className={`num text-small text-pretty ${isTooSmall ? 'font-semibold text-brand' : 'text-mute'}`}>
          {isTooSmall
            ? t('stake.tooSmall', { least })
            : t('stake.bounds', { available: mine.available, least, most: mine.mayStake })}
        </p>
      </div>
      <TimeLine turns={useTurns(terms, amount)} />
      <p className="flex items-start gap-2.5 rounded-tile bg-warn-soft p-3.5 text-small font-semibold text-warn">
        <LockIcon size={20} />
        <span className="num min-w-0">{t('stake.noWayBack', { when: moment(timeline.returnsAt) })}</span>
      </p>
      {staking.error ? <InlineAlert>{stakeErrorText(staking.error, t)}</InlineAlert> : null}
      <div className="space-y-3">
        <SpendButton
          size="large"
          busy={staking.isPending}
          disabled={isTooSmall}
          onClick={() => staking.stake({ amount, planId: plan.planId, periodId: next.periodId })}
        >
          {isTooSmall ? t('stake.action') : t('stake.stakePoints', { points: amount })}
        </SpendButton>
        <Button variant="quiet" className="w-full" onClick={onClose}>
          {t('common.notNow')}
        </Button>
      </div>
    </>
  );
}

function useTurns({ plan, next, timeline, mine, typicalWeight }: StakeTerms, amount: number) {
  const t = useText();
  const { moment } = useStakingTimes();
  const own = BigInt(next.mine?.weight ?? 0);
  const added = weightOf(amount, plan.factorPercent);
  const typical = typicalWeight === null ? null : BigInt(typicalWeight);
  const first = estimatedBonus(next, { own, added, typical });
  const paid = { when: moment(timeline.firstBonusPaidAt) };
  return [
    { icon: LockIcon, title: t('stake.turn.now'), text: t('stake.turn.nowText', { left: mine.available - amount }) },
    {
      at: timeline.countsFrom,
      icon: CalendarIcon,
      title: t('stake.turn.counts'),
      text: t('stake.turn.countsText', { factor: factorText(plan) }),
    },
    {
      at: timeline.firstBonusAt,
      icon: GiftIcon,
      title: first === null ? t('stake.turn.bonusUnknown') : t('stake.turn.bonus', { points: first }),
      text: t(first === null ? 'stake.turn.bonusUnknownText' : 'stake.turn.bonusText', paid),
    },
    {
      at: timeline.returnsAt,
      icon: ReturnIcon,
      title: t('stake.turn.returns', { points: amount }),
      text: t('stake.turn.returnsText'),
    },
  ];
}

type StakeMoment = {
  /** Undefined for what happens at once. */
  readonly at?: string;
  readonly icon: IconComponent;
  readonly title: string;
  readonly text: string;
};

/** Lists what happens when, each with its instant in the fan's own zone. */
function TimeLine({ turns }: { turns: readonly StakeMoment[] }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  const zone = useStakingZone();
  return (
    <section aria-label={t('stake.when')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-bold">{t('stake.when')}</h3>
        <p className="text-caption text-mute">{zone}</p>
      </div>
      <ol className="mt-3">
        {turns.map(({ at, icon: Icon, title, text }, index) => (
          <li key={index} className="flex gap-3.5">
            <span aria-hidden="true" className="flex flex-col items-center">
              <span className="grid size-9 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
                <Icon size={19} />
              </span>
              {index < turns.length - 1 ? <span className="w-0.5 flex-1 bg-line" /> : null}
            </span>
            <div className={`min-w-0 ${index < turns.length - 1 ? 'pb-4' : ''}`}>
              <p className="num text-caption font-semibold text-mute">
                {at === undefined ? t('stake.now') : <time dateTime={at}>{moment(at)}</time>}
              </p>
              <p className="num text-small font-bold">{title}</p>
              <p className="num text-caption text-pretty text-mute">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Settled({ staked, onDone }: { staked: StakeAnswer; onDone: () => void }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  const { stake, available, held } = staked;
  return (
    <>
      <SettledNotice
        title={t('stake.staked', { points: stake.amount })}
        detail={t('stake.backOn', { when: moment(stake.returnsAt) })}
      />
      <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
        {[
          [t('stake.countsFrom'), moment(stake.countsFrom)],
          [t('stake.heldInAll'), t('points.count', { points: held })],
          [t('mall.remains'), t('points.count', { points: available })],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-mute">{label}</dt>
            <dd className="text-right font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <SettledActions onDone={onDone} />
    </>
  );
}
