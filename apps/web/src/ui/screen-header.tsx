import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { ScreenTitle } from './screen-title.tsx';

type ScreenHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  trailing?: ReactNode;
  /** The screen above, on a screen that is not one of the five places. */
  backTo?: string;
};

/** The head of a screen without a stage. */
export function ScreenHeader({ title, subtitle, trailing, backTo }: ScreenHeaderProps): ReactNode {
  return (
    <header className="px-4 pb-4" style={{ paddingTop: 'calc(var(--safe-top) + 20px)' }}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-3">
          {backTo === undefined ? null : <BackLink to={backTo} />}
          <ScreenTitle>{title}</ScreenTitle>
        </div>
        {trailing}
      </div>
      {subtitle ? <p className="mt-1 text-small text-mute">{subtitle}</p> : null}
    </header>
  );
}
