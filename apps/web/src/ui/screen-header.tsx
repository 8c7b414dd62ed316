import type { ReactNode } from 'react';
import { ScreenTitle } from './screen-title.tsx';

type ScreenHeaderProps = { title: string; subtitle?: ReactNode; trailing?: ReactNode };

/** The head of a screen without a stage. */
export function ScreenHeader({ title, subtitle, trailing }: ScreenHeaderProps): ReactNode {
  return (
    <header className="px-4 pb-4" style={{ paddingTop: 'calc(var(--safe-top) + 20px)' }}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <ScreenTitle>{title}</ScreenTitle>
        {trailing}
      </div>
      {subtitle ? <p className="mt-1 text-small text-mute">{subtitle}</p> : null}
    </header>
  );
}
