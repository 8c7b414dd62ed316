import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle } from './drawing.tsx';
import { lights, night } from './lights.ts';

const grooves = [56, 48, 40, 32] as const;
const note =
  'M0 0V-26l18-5V-5M0 0a5.5 4.6 0 1 1-5.5-4.600A5.5 4.6 0 0 1 0 0M18-5a5.5 4.6 0 1 1-5.5-4.600A5.5 4.6 0 0 1 18-5';

/** A record that waits for the needle, with notes around it. */
export function RecordArt(): ReactNode {
  return (
    <Drawing width={320} height={148}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.violet} strength={0.7} />
            <linearGradient id={name('label')} x2="1" y2="1">
              <stop stopColor={lights.gold} />
              <stop offset="1" stopColor={lights.pink} />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="76" rx="140" ry="72" fill={`url(#${name('halo')})`} />
          <circle cx="160" cy="76" r="66" fill="#1a0b33" />
          {grooves.map((radius) => (
            <circle key={radius} cx="160" cy="76" r={radius} fill="none" stroke="#fff" strokeWidth="1" opacity=".16" />
          ))}
          <path
            d="M160 76L118 26a66 66 0 0 1 34-15.600zM160 76l42 50a66 66 0 0 1-34 15.600z"
            fill="#fff"
            opacity=".13"
          />
          <circle cx="160" cy="76" r="24" fill={`url(#${name('label')})`} />
          <circle cx="160" cy="76" r="4" fill="#1a0b33" />
          <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
            <path d="M246 24v46l-34 34" strokeWidth="4" />
            <path d="M212 104l-7 7" strokeWidth="8" stroke={lights.mint} />
          </g>
          <circle cx="246" cy="24" r="11" fill={night} />
          <circle cx="246" cy="24" r="4.6" fill="#fff" />
          <g fill="none" stroke={lights.gold} strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round">
            <path d={note} transform="translate(40 72)" />
          </g>
          <g fill="none" stroke={lights.blush} strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round">
            <path d={note} transform="translate(276 122) scale(.8)" />
          </g>
          <Sparkle x={78} y={26} size={7} />
          <Sparkle x={66} y={116} size={5} opacity={0.6} />
          <Sparkle x={290} y={56} size={6} opacity={0.8} />
        </>
      )}
    </Drawing>
  );
}
