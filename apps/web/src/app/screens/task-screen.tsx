import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Banners } from '#/features/content/banners.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { TaskBoard } from '#/features/tasks/task-board.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const path = '/task';

export function TaskScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const [, navigate] = useLocation();
  return (
    <>
      <ScreenHeader title={t('tasks.title')} subtitle={t('tasks.subtitle')} trailing={<PointsChip path={path} />} />
      <div className="px-4">
        <TaskBoard
          banners={<Banners type="task" />}
          onSignIn={session ? undefined : () => navigate(signInPath(path))}
        />
        {session ? <RecordsLink /> : null}
      </div>
    </>
  );
}

/** Links to the fan's records of tasks. */
function RecordsLink(): ReactNode {
  const t = useText();
  return (
    <Link href="/my-tasks" className="card press mt-4 flex min-h-14 items-center gap-3.5 py-3 text-body font-bold">
      <ReceiptIcon size={22} className="text-brand" />
      <span className="flex-1">{t('myTasks.title')}</span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}
