import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { type StakingInfo, useStakingInfo } from './staking-queries.ts';
import { useStakingTimes } from './staking-facts.ts';

/**
 * Shows beneath a balance how many Points are staked beside it, and when the next of them are back. Nothing if none
 * are.
 */
export function StakedNote(): ReactNode {
  const mine = useStakingInfo().data?.mine;
  return mine && mine.held > 0 ? <Held held={mine.held} next={mine.nextReturn} /> : null;
}

function Held({ held, next }: { held: number; next: NonNullable<StakingInfo['mine']>['nextReturn'] }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  return (
    <Link href="/stake" className="press mt-2.5 flex min-h-16 items-center gap-3 rounded-tile bg-bg px-3.5 py-2.5">
      <span className="grid size-9 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
        <LockIcon size={19} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="num block text-small font-bold">{t('stake.heldPoints', { points: held })}</span>
        {next ? (
          <span className="num block text-caption text-mute">
            {t(next.amount === held ? 'stake.backOn' : 'stake.nextBack', {
              points: next.amount,
              when: moment(next.at),
            })}
          </span>
        ) : null}
      </span>
      <NextIcon size={18} className="text-mute" />
    </Link>
  );
}
