import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { CalendarIcon } from '#/ui/icons/more-icons.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';
import { type SettledWeek, usePastWeeks } from './staking-queries.ts';
import { useStakingTimes } from './staking-times.ts';

const proofSheet = lazyPart(() => import('./proof/week-proof-sheet.tsx').then((module) => module.WeekProofSheet));

/** The weeks whose pools were shared out, each with its published list to check. */
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
