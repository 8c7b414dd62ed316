import type { ReactNode } from 'react';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Logo } from '#/ui/logo.tsx';

type StageHeaderProps = { path: string; children: ReactNode };

/** The stage that a screen opens with: the name and the fan's Points above, the crowd below. */
export function StageHeader({ path, children }: StageHeaderProps): ReactNode {
  return (
    <header className="stage px-5 text-white" style={{ paddingTop: 'calc(var(--safe-top) + 14px)' }}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <Logo />
        <PointsChip path={path} onStage />
      </div>
      <div className="pt-3">{children}</div>
      <LightstickCrowd />
    </header>
  );
}
