import type { ReactNode } from 'react';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { useSession } from '#/lib/session/session.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Logo } from '#/ui/logo.tsx';
import { usePlatform } from './use-platform.ts';

type StageHeaderProps = { path: string; children: ReactNode };

/**
 * The stage that a screen opens with: the name and the fan's Points above, the crowd below. Where a visitor would find
 * the way to sign in, a host app's visitor finds nothing: the host signs its fans in itself.
 */
export function StageHeader({ path, children }: StageHeaderProps): ReactNode {
  const session = useSession();
  const platform = usePlatform();
  return (
    <header className="stage stage-top px-5 text-white">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <Logo />
        {session || platform === 'web' ? <PointsChip path={path} onStage /> : null}
      </div>
      <div className="pt-3">{children}</div>
      <LightstickCrowd />
    </header>
  );
}
