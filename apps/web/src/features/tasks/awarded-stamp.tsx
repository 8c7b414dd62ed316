import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { wavyCircle } from './badge-shapes.ts';

const rim = wavyCircle({ centre: 36, radius: 29, waves: 20 });
const star = 'l1.5 3 3.3.5-2.4 2.3.6 3.3-3-1.6-3 1.6.6-3.3-2.4-2.3 3.3-.5z';

/** The stamp on what was awarded, a little askew as stamps are. */
export function AwardedStamp(): ReactNode {
  const t = useText();
  const word = t('task.awarded');
  return (
    <svg role="img" aria-label={word} viewBox="0 0 72 72" className="size-18 shrink-0 text-ok">
      <g transform="rotate(-11 36 36)" strokeLinejoin="round" strokeLinecap="round">
        <path d={rim} style={{ fill: 'var(--ok-soft)' }} stroke="currentColor" strokeWidth={2.2} />
        <circle cx={36} cy={36} r={24} fill="none" stroke="currentColor" strokeWidth={1.3} strokeDasharray="1 3.2" />
        <path d={`M36 14.5${star}`} fill="currentColor" />
        <path d="m31 52.5 3.6 3.6 6.6-7" fill="none" stroke="currentColor" strokeWidth={2.6} />
        <path d="M3 27.5h66l-3 8.5 3 8.5H3L6 36z" fill="currentColor" stroke="currentColor" strokeWidth={1.5} />
        <text x={36} y={40.3} textAnchor="middle" fontSize={12.5} fontWeight={800} style={{ fill: 'var(--surface)' }}>
          {word}
        </text>
      </g>
    </svg>
  );
}
