import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { rowsOf } from '#/lib/paging/use-paged-list.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { UnsettledAlert } from '#/ui/spend/spend-sheet.tsx';
import { factorText, useStakingTimes } from './staking-facts.ts';
import type { StakeTerms } from './stake-sheet.tsx';
import { type Plan, type StakingInfo, receiveErrorText, useBonuses, type useReceiveBonus } from './staking-queries.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';

const stakeSheet = lazyPart(() => import('./stake-sheet.tsx').then((module) => module.StakeSheet));

type MyPartCardProps = {
  info: StakingInfo;
  /** Leads visitors to an account. */
  signIn: ReactNode;
};

/** Shows what the fan has and has staked, and the one button that stakes more; or why there is none. */
export function MyPartCard({ info, signIn }: MyPartCardProps): ReactNode {
  const { mine } = info;
  return (
    <div className="space-y-4">
      {mine ? <Balances mine={mine} /> : null}
      <StateNote info={info} />
      {info.plan && (info.state === 'open' || info.state === 'notOpen') ? <PlanLine plan={info.plan} /> : null}
      {mine ? <StakeButton info={info} mine={mine} /> : signIn}
    </div>
  );
}

type OwnStaking = NonNullable<StakingInfo['mine']>;

function Balances({ mine }: { mine: OwnStaking }): ReactNode {
  const t = useText();
  const tiles = [
    { icon: StarIcon, tint: 'bg-warn-soft text-warn', amount: mine.available, label: t('stake.available') },
    { icon: LockIcon, tint: 'bg-brand-soft text-brand', amount: mine.held, label: t('stake.held') },
  ];
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5">
        {tiles.map(({ icon: Icon, tint, amount, label }) => (
          <li key={label} className="rounded-tile bg-bg p-3.5">
            <span className={`grid size-9 place-content-center rounded-full ${tint}`}>
              <Icon size={19} filled={Icon === StarIcon} />
            </span>
            <p className="mt-2.5 text-section font-extrabold">
              <RollingNumber value={amount} />
            </p>
            <p className="text-caption font-semibold text-mute">{label}</p>
          </li>
        ))}
      </ul>
      {mine.received > 0 ? (
        <p className="num text-small text-mute">{t('stake.receivedInAll', { points: mine.received })}</p>
      ) : null}
    </>
  );
}

/** Shows the plan in one line: for how long, how much each Point counts, and that all of it comes back. */
function PlanLine({ plan }: { plan: Plan }): ReactNode {
  const t = useText();
  return (
    <div className="flex items-center gap-3.5">
      <span className="medal-1 grid size-11 shrink-0 place-content-center rounded-control text-medal">
        <CalendarIcon size={22} />
      </span>
      <div className="min-w-0">
        <p className="num font-bold">{t('stake.planLine', { weeks: plan.periods, factor: factorText(plan) })}</p>
        <p className="num text-small text-pretty text-mute">{t('stake.planText')}</p>
      </div>
    </div>
  );
}

/** Says why no stake can be made now, and that those that were made go on. */
function StateNote({ info: { state, plan, mine } }: { info: StakingInfo }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  if (state === 'open') return null;
  const isToCome = state === 'notOpen';
  return (
    <div className="rounded-tile bg-raise p-4">
      <p className="num font-bold">
        {isToCome ? t('stake.opensAt', { when: plan ? moment(plan.opensAt) : '' }) : t(`stake.state.${state}`)}
      </p>
      {mine && !isToCome ? (
        <p className="num mt-1 text-small text-pretty text-mute">
          {mine.held > 0 ? t('stake.goesOn', { points: mine.held }) : t('stake.nothingHeld')}
        </p>
      ) : null}
    </div>
  );
}

function termsOf({ state, plan, next, timeline, mine, typicalWeight }: StakingInfo): StakeTerms | null {
  return state === 'open' && plan && next && timeline && mine ? { plan, next, timeline, mine, typicalWeight } : null;
}

function StakeButton({ info, mine }: { info: StakingInfo; mine: OwnStaking }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const StakeSheet = stakeSheet.Component;
  const terms = termsOf(info);
  return (
    <>
      {terms ? (
        <>
          <Button
            size="large"
            disabled={mine.mayStake === 0}
            onPointerEnter={() => void stakeSheet.preload()}
            onClick={() => setOpen(true)}
          >
            {t('stake.action')}
          </Button>
          {mine.mayStake === 0 ? <WhyNot plan={terms.plan} mine={mine} /> : null}
        </>
      ) : (
        <Link href="/mall" className={buttonStyle('soft', 'large')}>
          {t('home.toMall')}
        </Link>
      )}
      {isOpen ? (
        <Suspense>
          <StakeSheet terms={terms} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Says whether the Points are too few, or the plan allows no more. */
function WhyNot({ plan, mine }: { plan: Plan; mine: OwnStaking }): ReactNode {
  const t = useText();
  const missing = plan.least - mine.available;
  if (missing <= 0) {
    return (
      <p className="num text-center text-small text-pretty text-mute">
        {t('stake.atLimit', { limit: formatNumber(plan.mostHeld) })}
      </p>
    );
  }
  return (
    <p className="num text-center text-small text-pretty text-mute">
      {t('stake.tooFew', { missing })}{' '}
      <Link href="/task" className="inline-flex min-h-11 items-center font-bold text-brand underline">
        {t('vote.earnPoints')}
      </Link>
    </p>
  );
}

type BonusCardProps = {
  receivable: NonNullable<StakingInfo['mine']>['receivable'];
  receiving: ReturnType<typeof useReceiveBonus>;
};

/**
 * Shows the bonus that has waited longest, to be received by one press; then the next one. One without an answer comes
 * first.
 */
export function BonusCard({ receivable, receiving }: BonusCardProps): ReactNode {
  const t = useText();
  const { day, moment } = useStakingTimes();
  const { data, error: loadError, isFetching, refetch } = useBonuses();
  const { receive, isPending, error, unsettled } = receiving;
  // None waits longer than a first page of weeks.
  const bonuses = data && rowsOf(data.pages, ({ periodId }) => periodId);
  const shown = unsettled
    ? bonuses?.find(({ periodId }) => periodId === unsettled.periodId)
    : bonuses?.findLast(({ state }) => state === 'receivable');
  const refusal = error && !unsettled && !isPending ? <InlineAlert>{receiveErrorText(error, t)}</InlineAlert> : null;
  if (!shown) {
    if (refusal) return refusal;
    if (loadError && !isFetching) {
      const text = t('stake.records.bonusesError');
      return <LoadError text={text} error={loadError} retrying={isFetching} onRetry={() => void refetch()} />;
    }
    return (
      <LoadingRegion>
        <Skeleton className="h-40 rounded-tile" />
      </LoadingRegion>
    );
  }
  const others = receivable.periods - 1;
  return (
    <>
      <div className="flex items-center gap-4">
        <svg viewBox="0 0 56 64" width="56" height="64" aria-hidden="true" className="shrink-0">
          <defs>
            <CoinGold id="bonus-card-gold" />
          </defs>
          <StarCoins x={28} floor={60} count={4} fill="bonus-card-gold" />
        </svg>
        <div className="min-w-0">
          <p className="num text-score leading-none font-extrabold text-warn">
            {t('stake.bonus.plus', { points: shown.points })}
          </p>
          <p className="num mt-1.5 text-small font-semibold">{t('stake.weekOf', { day: day(shown.periodId) })}</p>
          {shown.state === 'receivable' ? (
            <p className="num text-caption text-pretty text-mute">
              {t('stake.bonus.autoPaid', { when: moment(shown.autoPaidAt) })}
            </p>
          ) : null}
        </div>
      </div>
      <div className="mt-4 space-y-3">
        {unsettled ? <UnsettledAlert text={t('stake.bonus.unsettled')} error={error} /> : refusal}
        <SpendButton size="large" busy={isPending} onClick={() => receive(shown.periodId)}>
          {unsettled ? t('mall.askAgain') : t('stake.bonus.receive', { points: shown.points })}
        </SpendButton>
      </div>
      {others > 0 && !unsettled ? (
        <p className="num mt-3 text-center text-small text-mute">{t('stake.bonus.others', { count: others })}</p>
      ) : null}
    </>
  );
}
