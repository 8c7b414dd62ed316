import { type ReactNode, useEffect, useId } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import sheet from './bonus-received.css?url';
import type { ReceivedBonus } from './staking-queries.ts';
import { useStakingTimes } from './staking-facts.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';

type BonusReceivedProps = { received: ReceivedBonus; onClose: () => void };

const piles = [
  { x: 76, count: 2, delayMs: 240 },
  { x: 124, count: 4, delayMs: 60 },
  { x: 172, count: 3, delayMs: 150 },
] as const;

/** Shows the moment in which a bonus has come: coins fall onto the stage, and the number rolls up. */
export function BonusReceived({ received: { periodId, points, available }, onClose }: BonusReceivedProps): ReactNode {
  const t = useText();
  const id = useId();
  const { day } = useStakingTimes();
  useEffect(celebrate, []);
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <Sheet
        title={t('stake.bonus.got', { points })}
        subtitle={t('stake.weekOf', { day: day(periodId) })}
        onClose={onClose}
      >
        {(close) => (
          <div className="mt-5 space-y-4">
            <div aria-hidden="true" className="bonus-stage stage rounded-card text-center">
              <p className="bonus-number num font-extrabold text-gold">
                +<RollingNumber initial={0} value={points} />
              </p>
              <svg viewBox="0 0 248 84" className="bonus-coins">
                <defs>
                  <CoinGold id={id} />
                </defs>
                {piles.map(({ x, count, delayMs }) => (
                  <StarCoins
                    key={x}
                    x={x}
                    floor={82}
                    count={count}
                    fill={id}
                    className="bonus-coin"
                    firstDelayMs={delayMs}
                  />
                ))}
              </svg>
              <LightstickCrowd />
            </div>
            <p className="num flex justify-between gap-3 rounded-tile bg-raise p-4 text-small">
              <span className="text-mute">{t('stake.balanceNow')}</span>
              <span className="font-bold">{t('points.count', { points: available })}</span>
            </p>
            <Link href="/mall" className={buttonStyle('primary', 'large')}>
              {t('home.toMall')}
            </Link>
            <Button variant="quiet" className="w-full" onClick={close}>
              {t('common.done')}
            </Button>
          </div>
        )}
      </Sheet>
    </>
  );
}
