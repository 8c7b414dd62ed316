import { type ReactNode, Suspense, useState } from 'react';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { BonusCard, MyPartCard } from '#/features/staking/my-staking.tsx';
import { MyRecords, PastWeeks } from '#/features/staking/records.tsx';
import { factorText, useStakingTimes } from '#/features/staking/staking-facts.ts';
import { PoolFigure, PoolRing, WeeksCard } from '#/features/staking/pool.tsx';
import {
  type Plan,
  type ReceivedBonus,
  type StakingInfo,
  useReceiveBonus,
  useStakingInfo,
} from '#/features/staking/staking-queries.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const path = '/stake';
const bonusReceived = lazyPart(() =>
  import('#/features/staking/bonus-received.tsx').then((module) => module.BonusReceived),
);

/** Shows staking: the plan, this week's pool, the fan's part in it, and what each week has brought. */
export function StakeScreen(): ReactNode {
  const t = useText();
  const { data: info, error, isFetching, refetch } = useStakingInfo();
  return (
    <>
      <StageTop
        title={t('stake.title')}
        text={t('stake.subtitle')}
        backTo="/"
        trailing={<PointsChip path={path} onStage />}
      >
        {error && !info ? null : <Pool info={info} />}
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {info ? <StakingSections info={info} /> : null}
        {error && !info ? (
          <div className="card">
            <LoadError text={t('stake.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {info || error ? null : (
          <LoadingRegion className="space-y-4">
            <Skeleton className="h-64 rounded-card" />
            <Skeleton className="h-80 rounded-card" />
          </LoadingRegion>
        )}
      </div>
    </>
  );
}

/** Shows the pool on the stage: this week's, else the next one's, and how long it is until it turns. */
function Pool({ info }: { info: StakingInfo | undefined }): ReactNode {
  const t = useText();
  const week = info?.current ?? info?.next ?? null;
  const turn = info && turnOf(info);
  return (
    <>
      <PoolRing week={week}>
        {week ? <PoolFigure title={t(info?.current ? 'stake.thisPool' : 'stake.nextPool')} pool={week.pool} /> : null}
        {info && !week ? <p className="text-body font-bold text-balance">{t('stake.noPool')}</p> : null}
      </PoolRing>
      {turn === null ? null : (
        <div className="mt-4 grid min-h-18 justify-items-center gap-2">
          {turn ? (
            <>
              <p className="text-caption font-semibold">{t(turn.title)}</p>
              <Countdown key={turn.at} until={turn.at} />
            </>
          ) : null}
        </div>
      )}
    </>
  );
}

/** Returns the next moment for which fans wait. */
function turnOf({
  state,
  plan,
  current,
  next,
}: StakingInfo): { readonly title: MessageId; readonly at: string } | null {
  if (current) return { title: 'stake.sharedIn', at: current.endsAt };
  if (state === 'notOpen' && plan) return { title: 'stake.opensIn', at: plan.opensAt };
  return next ? { title: 'stake.beginsIn', at: next.startsAt } : null;
}

function StakingSections({ info }: { info: StakingInfo }): ReactNode {
  const t = useText();
  const { plan, current, next, mine } = info;
  const [received, setReceived] = useState<ReceivedBonus | null>(null);
  const receiving = useReceiveBonus(setReceived);
  // A bonus whose answer was lost may be paid already.
  const isReceiving = receiving.isPending || receiving.unsettled !== null || receiving.error !== null;
  const BonusReceived = bonusReceived.Component;
  return (
    <>
      {mine && (mine.receivable.periods > 0 || isReceiving) ? (
        <section aria-labelledby="stake-bonus" className="card">
          <SectionHeading id="stake-bonus">{t('stake.bonus.ready')}</SectionHeading>
          <BonusCard receivable={mine.receivable} receiving={receiving} />
        </section>
      ) : null}
      <section aria-labelledby="stake-mine" className="card">
        <SectionHeading id="stake-mine">{t('stake.points')}</SectionHeading>
        <MyPartCard info={info} signIn={<SignInFirst next={path}>{t('stake.signIn')}</SignInFirst>} />
      </section>
      {current || next ? (
        <section aria-labelledby="stake-weeks" className="card">
          <SectionHeading id="stake-weeks">{t('stake.pools')}</SectionHeading>
          <WeeksCard info={info} />
        </section>
      ) : null}
      {mine ? (
        <section aria-labelledby="stake-records" className="card">
          <SectionHeading id="stake-records">{t('stake.records')}</SectionHeading>
          <MyRecords />
        </section>
      ) : null}
      <section aria-labelledby="stake-past" className="card">
        <SectionHeading id="stake-past">{t('stake.pastWeeks')}</SectionHeading>
        <PastWeeks />
      </section>
      <section aria-labelledby="stake-how" className="card">
        <SectionHeading id="stake-how">{t('stake.how')}</SectionHeading>
        <div className="space-y-5">
          {plan ? <PlanFacts plan={plan} /> : null}
          <StepList steps={steps} />
          <p className="rounded-tile bg-raise p-4 text-small text-pretty text-mute">{t('stake.notMoney')}</p>
        </div>
      </section>
      {received ? (
        <Suspense>
          <BonusReceived received={received} onClose={() => setReceived(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

const steps: readonly ExplainedStep[] = [
  { title: 'stake.step.choose', text: 'stake.step.chooseText' },
  { title: 'stake.step.counts', text: 'stake.step.countsText' },
  { title: 'stake.step.reward', text: 'stake.step.rewardText' },
  { title: 'stake.step.locked', text: 'stake.step.lockedText' },
];

/** Shows the plan that is on, in plain words: for how long, how much each Point counts, and its bounds. */
function PlanFacts({ plan }: { plan: Plan }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  const { title, description, periods, least, most, mostHeld, closesAt } = plan;
  const facts = [
    [t('stake.plan.weeks'), t('stake.plan.weeksValue', { weeks: periods })],
    [t('stake.plan.factor'), t('stake.plan.factorValue', { factor: factorText(plan) })],
    [t('stake.plan.bounds'), t('stake.plan.boundsValue', { least, most })],
    [t('stake.plan.mostHeld'), t('points.count', { points: mostHeld })],
    ...(closesAt === null ? [] : [[t('stake.plan.closes'), moment(closesAt)]]),
  ];
  return (
    <div>
      <p className="text-body font-bold">{title}</p>
      <p className="mt-0.5 text-small text-pretty text-mute">{description}</p>
      <dl className="num mt-3 space-y-2 rounded-tile bg-bg p-4 text-small">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-mute">{label}</dt>
            <dd className="text-right font-bold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
