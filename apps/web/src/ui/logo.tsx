import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';

/** Shows the mark and the name, in the colour of the text around. The styles of a brand show its own instead. */
export function Logo(): ReactNode {
  return (
    <span className="logo inline-flex items-center gap-1.5 text-title font-extrabold tracking-tight">
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
        <g transform="rotate(24 12 12)">
          <circle cx="12" cy="7.2" r="7" fill="currentColor" opacity=".28" />
          <circle cx="12" cy="7.2" r="4.6" fill="currentColor" />
          <rect x="10.4" y="12.2" width="3.2" height="10.4" rx="1.6" fill="currentColor" />
        </g>
      </svg>
      {useText()('site.name')}
    </span>
  );
}
