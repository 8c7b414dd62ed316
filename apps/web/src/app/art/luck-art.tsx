import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle } from './drawing.tsx';
import { lights, night } from './lights.ts';

/** A box with light coming out from under its lid. */
export function BlindBoxArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} />
          </defs>
          <circle cx="40" cy="36" r="32" fill={`url(#${name('glow')})`} />
          <path d="M14 40h52v26a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z" fill={lights.pink} />
          <path d="M34 40h12v32H34z" fill="#fff" opacity=".85" />
          <path d="M22 36l36-4 2 0-38 4z" fill={lights.gold} />
          <g transform="rotate(-9 40 28)">
            <rect x="9" y="20" width="62" height="13" rx="4" fill={lights.blush} />
            <path d="M34 20h12v13H34z" fill="#fff" />
            <path d="M40 20c-4-10-16-10-15-4s10 4 15 4c5 0 14 2 15-4s-11-6-15 4z" fill="#fff" />
          </g>
          <Sparkle x={14} y={16} size={5} />
          <Sparkle x={68} y={12} size={4} />
        </>
      )}
    </Drawing>
  );
}

/** A red packet with its golden seal. */
export function RedPacketArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.pink} />
          </defs>
          <circle cx="40" cy="40" r="36" fill={`url(#${name('glow')})`} />
          <g transform="rotate(7 40 40)">
            <rect x="20" y="9" width="40" height="62" rx="7" fill="#e2315f" />
            <path d="M20 16a7 7 0 0 1 7-7h26a7 7 0 0 1 7 7v9c-12 10-28 10-40 0z" fill="#b81648" />
            <circle cx="40" cy="33" r="10" fill={lights.gold} />
            <path
              d="M40 27l1.800 4 4.200.5-3.100 3 .8 4.200-3.700-2.100-3.700 2.100.8-4.200-3.100-3 4.200-.5z"
              fill="#b81648"
            />
            <path d="M28 58h24" stroke={lights.gold} strokeWidth="2.4" strokeLinecap="round" opacity=".8" />
          </g>
          <Sparkle x={12} y={22} size={4} />
          <Sparkle x={69} y={62} size={5} />
        </>
      )}
    </Drawing>
  );
}

const capsules = [
  { x: 29, y: 30, colour: lights.mint },
  { x: 49, y: 27, colour: lights.violet },
  { x: 40, y: 42, colour: lights.gold },
] as const;

/** A drum of capsules that can be seen into from all sides. */
export function DrawArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.violet} />
          </defs>
          <circle cx="40" cy="36" r="36" fill={`url(#${name('glow')})`} />
          <path d="M26 56h28l5 16H21z" fill={night} />
          <circle cx="40" cy="35" r="25" fill="#fff" opacity=".22" />
          {capsules.map(({ x, y, colour }) => (
            <g key={x}>
              <circle cx={x} cy={y} r="8.500" fill={colour} />
              <path d={`M${x - 8.5} ${y}a8.500 8.500 0 0 0 17 0z`} fill="#fff" opacity=".75" />
            </g>
          ))}
          <circle cx="40" cy="35" r="25" fill="none" stroke="#fff" strokeWidth="2.4" opacity=".8" />
          <path d="M22 26a20 20 0 0 1 10-9" stroke="#fff" strokeWidth="3" strokeLinecap="round" fill="none" />
          <rect x="32" y="62" width="16" height="6" rx="3" fill={lights.gold} />
          <Sparkle x={70} y={14} size={5} />
        </>
      )}
    </Drawing>
  );
}
