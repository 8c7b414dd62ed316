import { type ReactNode, useState, Suspense } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { ClockIcon, GiftIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { factorText, useStakingTimes } from './staking-facts.ts';
import { type Bonus, type Stake, useBonuses, useStakes, type SettledWeek, usePastWeeks } from './staking-queries.ts';

const panelId = 'stake-records';

/** Shows the fan's stakes with their return, and what each week has brought. */
export function MyRecords(): ReactNode {
  const t = useText();
  const [tab, setTab] = useState<'stakes' | 'bonuses'>('stakes');
  return (
    <>
      <Tabs
        label={t('stake.records')}
        panelId={panelId}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { key: 'stakes', title: t('stake.records.stakes') },
          { key: 'bonuses', title: t('stake.records.bonuses') },
        ]}
      />
      <TabPanel id={panelId} selected={tab} className="mt-2">
        {tab === 'stakes' ? <Stakes /> : <Bonuses />}
      </TabPanel>
    </>
  );
}

const stakeLooks = {
  waiting: { icon: ClockIcon, tone: 'warn' },
  counting: { icon: LockIcon, tone: 'brand' },
  returned: { icon: CheckIcon, tone: 'quiet' },
} as const;

function Stakes(): ReactNode {
  const t = useText();
  return (
    <RecordList
      label={t('stake.records.stakes')}
      pages={useStakes()}
      errorText={t('stake.records.stakesError')}
      empty={{ icon: LockIcon, text: t('stake.records.noStakes') }}
      more="on-press"
      rowHeight={88}
      keyOf={({ stakeId }) => stakeId}
      viewOf={(stake) => ({
        media: <RecordIcon icon={stakeLooks[stake.state].icon} />,
        title: t('points.count', { points: stake.amount }),
        detail: <StakeDetail stake={stake} />,
        trailing: (
          <span className="flex">
            <Badge tone={stakeLooks[stake.state].tone}>{t(`stake.is.${stake.state}`)}</Badge>
          </span>
        ),
      })}
    />
  );
}

function StakeDetail({ stake }: { stake: Stake }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  const { state, periods, countsFrom, returnsAt, returnedAt } = stake;
  const week = weekOfStake(stake, serverNowMs());
  const plan = t('stake.planLine', { weeks: periods, factor: factorText(stake) });
  if (state === 'returned') {
    return (
      <>
        <span className="block">{plan}</span>
        {t('stake.cameBack', { when: moment(returnedAt ?? returnsAt) })}
      </>
    );
  }
  return (
    <>
      <span className="block">{plan}</span>
      {state === 'waiting' ? <span className="block">{t('stake.countsOn', { when: moment(countsFrom) })}</span> : null}
      <span className="block">{t('stake.backOn', { when: moment(returnsAt) })}</span>
      {state === 'counting' ? (
        <>
          <span className="sr-only">{t('stake.weekNumber', { week, weeks: periods })}</span>
          <span aria-hidden="true" className="mt-1.5 flex gap-1">
            {Array.from({ length: periods }, (_, index) => (
              <span key={index} className={`h-1.5 flex-1 rounded-full ${index < week ? 'action' : 'bg-raise'}`} />
            ))}
          </span>
        </>
      ) : null}
    </>
  );
}

/**
 * Returns which of its weeks a stake is in, from 1; 0 before the first. Weeks in which clocks change are an hour longer
 * or shorter.
 */
function weekOfStake({ countsFrom, returnsAt, periods }: Stake, nowMs: number): number {
  const fromMs = Date.parse(countsFrom);
  const weekMs = (Date.parse(returnsAt) - fromMs) / periods;
  return Math.max(0, Math.min(periods, 1 + Math.floor((nowMs - fromMs) / weekMs)));
}

function Bonuses(): ReactNode {
  const t = useText();
  const { day } = useStakingTimes();
  return (
    <RecordList
      label={t('stake.records.bonuses')}
      pages={useBonuses()}
      errorText={t('stake.records.bonusesError')}
      empty={{ icon: GiftIcon, text: t('stake.records.noBonuses') }}
      more="on-press"
      keyOf={({ periodId }) => periodId}
      viewOf={(bonus) => ({
        media: <RecordIcon icon={bonus.state === 'none' ? CalendarIcon : GiftIcon} />,
        title: t('stake.weekOf', { day: day(bonus.periodId) }),
        detail: <BonusDetail bonus={bonus} />,
        trailing: (
          <span className={`num font-extrabold ${bonusTone(bonus)}`}>
            {bonus.points > 0 ? `+${formatNumber(bonus.points)}` : '0'}
          </span>
        ),
      })}
    />
  );
}

function bonusTone({ state }: Bonus): string {
  if (state === 'none') return 'text-mute';
  return state === 'receivable' ? 'text-warn' : 'text-ok';
}

function BonusDetail({ bonus: { state, autoPaidAt, paidAt } }: { bonus: Bonus }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  if (state === 'receivable') return t('stake.bonus.autoPaid', { when: moment(autoPaidAt) });
  if (state === 'none') return t('stake.bonus.none');
  return t(state === 'received' ? 'stake.bonus.received' : 'stake.bonus.paidAutomatically', {
    when: moment(paidAt ?? autoPaidAt),
  });
}

const proofSheet = lazyPart(() => import('./proof/week-proof-sheet.tsx').then((module) => module.WeekProofSheet));

/** Shows the weeks whose pools were shared out, each with its published list to check. */
export function PastWeeks(): ReactNode {
  const t = useText();
  const { day } = useStakingTimes();
  const [checked, setChecked] = useState<SettledWeek | null>(null);
  const ProofSheet = proofSheet.Component;
  return (
    <>
      <RecordList
        label={t('stake.pastWeeks')}
        pages={usePastWeeks()}
        errorText={t('stake.pastWeeksError')}
        empty={{ icon: CalendarIcon, text: t('stake.noPastWeeks') }}
        more="on-press"
        keyOf={({ periodId }) => periodId}
        viewOf={(week) => ({
          media: <RecordIcon icon={CalendarIcon} />,
          title: t('stake.weekOf', { day: day(week.periodId) }),
          detail: week.isReturned
            ? t('stake.poolReturned', { points: week.pool })
            : t('stake.poolShared', { points: week.pool, count: week.stakers }),
          trailing: (
            <Button
              variant="soft"
              aria-label={t('stake.checkWeek', { day: day(week.periodId) })}
              onPointerEnter={() => void proofSheet.preload()}
              onClick={() => setChecked(week)}
            >
              {t('stake.check')}
            </Button>
          ),
        })}
      />
      {checked ? (
        <Suspense>
          <ProofSheet week={checked} onClose={() => setChecked(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
