import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Drawing } from '../art/drawing.tsx';

const left = 44;
const floor = 132;

/** Two shares of a pool as areas of the same size: much for a short time, little for a long one. */
export function ShareArt(): ReactNode {
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
          <rect x={left + 8} y={floor - 104} width="60" height="104" rx="8" fill={`url(#${name('much')})`} />
          <rect
            x={left + 80}
            y={floor - 40}
            width="156"
            height="40"
            rx="8"
            fill="var(--brand-soft)"
            stroke="var(--brand)"
            strokeWidth="2"
          />
          <path
            d={`M${left} 16V${floor}H308M${left - 5} 23l5-7 5 7M301 ${floor - 5}l7 5-7 5`}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <text x={308} y={floor + 22} textAnchor="end" fill="currentColor" className="text-[13px] font-semibold">
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
