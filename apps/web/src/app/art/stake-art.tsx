import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle } from './drawing.tsx';
import { lights, night } from './lights.ts';

const piles = [
  { x: 76, coins: 2 },
  { x: 132, coins: 3 },
  { x: 188, coins: 5 },
  { x: 244, coins: 7 },
] as const;

const floor = 146;
const thickness = 11;

/** Piles of star coins that grow from one week to the next, along a path of weeks. */
export function StakeArt(): ReactNode {
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
