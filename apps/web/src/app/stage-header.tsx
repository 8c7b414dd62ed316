import { type ReactNode, Suspense } from 'react';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { lazyPart } from '#/lib/lazy-part.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Logo } from '#/ui/logo.tsx';
import { usePlatform } from '../lib/platform.ts';

const hostBar = lazyPart(() => import('./host/host-bar.tsx').then((module) => module.HostBar));

type StageHeaderProps = { path: string; children: ReactNode };

/** Shows the stage that a screen opens with: a bar above, of the web or of a host, and the crowd below. */
export function StageHeader({ path, children }: StageHeaderProps): ReactNode {
  const isOnWeb = usePlatform() === 'web';
  return (
    <header className="stage stage-top px-5 text-white">
      <div className="stage-bar flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        {isOnWeb ? (
          <>
            <Logo />
            <PointsChip path={path} onStage />
          </>
        ) : (
          <Suspense>
            <hostBar.Component />
          </Suspense>
        )}
      </div>
      <div className="pt-3">{children}</div>
      <LightstickCrowd />
    </header>
  );
}
