import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Drawing, Glow, Sparkle, lights, night } from '#/app/art/drawing.tsx';
import { OpensSoon } from '#/app/opens-soon.tsx';
import { SectionHeading } from '#/app/section-heading.tsx';
import { StageTop } from '#/app/stage-top.tsx';
import { type Step, StepList } from '#/app/step-list.tsx';
import { usePlatform } from '#/app/use-platform.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { pointAsset } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';

const steps: readonly Step[] = [
  { title: 'stake.step.choose', text: 'stake.step.chooseText' },
  { title: 'stake.step.counts', text: 'stake.step.countsText' },
  { title: 'stake.step.locked', text: 'stake.step.lockedText' },
  { title: 'stake.step.reward', text: 'stake.step.rewardText' },
];

/** What staking is, and what the fan could stake; plans and pools come when it opens. */
export function StakeScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('stake.title')} text={t('stake.subtitle')} backTo="/" soon>
        <StakeArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <MyPoints />
        <section aria-labelledby="stake-how" className="card">
          <SectionHeading id="stake-how">{t('stake.how')}</SectionHeading>
          <StepList steps={steps} />
        </section>
        <section aria-labelledby="stake-share" className="card">
          <SectionHeading id="stake-share">{t('stake.fairShare')}</SectionHeading>
          <ShareArt />
          <p className="mt-3 text-small text-pretty text-mute">{t('stake.fairShareText')}</p>
        </section>
        <OpensSoon
          title={t('stake.soonTitle')}
          action={
            <Link href="/mall" className={buttonStyle('soft', 'large')}>
              {t('home.toMall')}
            </Link>
          }
        >
          {t('stake.soonText')}
        </OpensSoon>
      </div>
    </>
  );
}

const piles = [
  { x: 76, coins: 2 },
  { x: 132, coins: 3 },
  { x: 188, coins: 5 },
  { x: 244, coins: 7 },
] as const;

const floor = 146;
const thickness = 11;

/** Piles of star coins that grow from one week to the next, along a path of weeks. */
function StakeArt(): ReactNode {
  return (
    <Drawing width={320} height={176}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} strength={0.6} />
            <linearGradient id={name('coin')} x2="1">
              <stop stopColor="#ffe39a" />
              <stop offset="1" stopColor="#f0a92e" />
            </linearGradient>
          </defs>
          <circle cx="236" cy="84" r="86" fill={`url(#${name('glow')})`} />
          <path d={`M34 ${floor + 12}H286`} stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity=".3" />
          {piles.map(({ x, coins }) => (
            <g key={x}>
              <circle cx={x} cy={floor + 12} r="5.500" fill="#fff" />
              <Pile x={x} coins={coins} fill={`url(#${name('coin')})`} />
            </g>
          ))}
          <path
            d="M70 104c40-4 76-22 100-44"
            fill="none"
            stroke={lights.mint}
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray="2 9"
          />
          <path d="M160 58l12 0-2 12" fill="none" stroke={lights.mint} strokeWidth="3" strokeLinecap="round" />
          <Sparkle x={276} y={44} size={9} />
          <Sparkle x={206} y={34} size={6} opacity={0.7} />
          <Sparkle x={48} y={60} size={6} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

function Pile({ x, coins, fill }: { x: number; coins: number; fill: string }): ReactNode {
  const top = floor - coins * thickness;
  return (
    <g>
      {Array.from({ length: coins }, (_, index) => (
        <rect
          key={index}
          x={x - 21}
          y={floor - (index + 1) * thickness}
          width="42"
          height={thickness - 1.5}
          rx="4.500"
          fill={fill}
        />
      ))}
      <ellipse cx={x} cy={top} rx="21" ry="7.500" fill="#fff2c9" />
      <path
        d={`M${x} ${top - 4.6}l2.400 3.200 5.200.600-3.800 2.200.800 3.200-4.600-1.500-4.600 1.500.800-3.200-3.800-2.200 5.200-.600z`}
        fill={night}
        opacity=".55"
      />
    </g>
  );
}

/** What the fan could stake; for a visitor of the web, the way to see it. */
function MyPoints(): ReactNode {
  const t = useText();
  const session = useSession();
  const platform = usePlatform();
  if (!session && platform === 'app') return null;
  return (
    <section aria-labelledby="stake-points" className="card">
      <SectionHeading id="stake-points">{t('stake.points')}</SectionHeading>
      {session ? (
        <>
          <AssetTiles only={[pointAsset]} />
          <p className="mt-3 text-small text-pretty text-mute">{t('stake.pointsText')}</p>
        </>
      ) : (
        <>
          <p className="text-body text-mute">{t('stake.signIn')}</p>
          <Link href={signInPath('/stake')} className={`${buttonStyle('soft', 'large')} mt-4`}>
            {t('account.signIn')}
          </Link>
        </>
      )}
    </section>
  );
}

const left = 44;
const shareFloor = 132;

/** Two shares of a pool as areas of the same size: much for a short time, little for a long one. */
function ShareArt(): ReactNode {
  const t = useText();
  return (
    <Drawing width={320} height={164} className="text-mute">
      {(name) => (
        <>
          <defs>
            <linearGradient id={name('much')} x2="1" y2="1">
              <stop stopColor="var(--action-from)" />
              <stop offset="1" stopColor="var(--action-to)" />
            </linearGradient>
          </defs>
          <rect x={left + 8} y={shareFloor - 104} width="60" height="104" rx="8" fill={`url(#${name('much')})`} />
          <rect
            x={left + 80}
            y={shareFloor - 40}
            width="156"
            height="40"
            rx="8"
            fill="var(--brand-soft)"
            stroke="var(--brand)"
            strokeWidth="2"
          />
          <path
            d={`M${left} 16V${shareFloor}H308M${left - 5} 23l5-7 5 7M301 ${shareFloor - 5}l7 5-7 5`}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <text x={308} y={shareFloor + 22} textAnchor="end" fill="currentColor" className="text-[13px] font-semibold">
            {t('stake.axisTime')}
          </text>
          <text
            x={-16}
            y={26}
            textAnchor="end"
            transform="rotate(-90)"
            fill="currentColor"
            className="text-[13px] font-semibold"
          >
            {t('stake.axisPoints')}
          </text>
        </>
      )}
    </Drawing>
  );
}
