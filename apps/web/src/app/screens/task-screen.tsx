import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { TaskBoard } from '#/features/tasks/task-board.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const path = '/task';

/** What a fan can do for Points. */
export function TaskScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const [, navigate] = useLocation();
  return (
    <>
      <ScreenHeader title={t('tasks.title')} subtitle={t('tasks.subtitle')} trailing={<PointsChip path={path} />} />
      <div className="px-4">
        <TaskBoard onSignIn={session ? undefined : () => navigate(signInPath(path))} />
      </div>
    </>
  );
}
