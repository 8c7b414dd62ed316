import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { ParticipateRecords } from '#/features/tasks/participate-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const path = '/my-tasks';

export function MyTasksScreen(): ReactNode {
  const session = useSession();
  return session ? <MyTasks /> : <Redirect to={signInPath(path)} replace />;
}

function MyTasks(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader
        title={t('myTasks.title')}
        subtitle={t('myTasks.subtitle')}
        backTo="/task"
        trailing={<PointsChip path={path} />}
      />
      <div className="space-y-4 px-4">
        <section aria-labelledby="task-records" className="card">
          <SectionHeading id="task-records" more={{ to: '/my-points', text: t('myPoints.title') }}>
            {t('myTasks.records')}
          </SectionHeading>
          <ParticipateRecords />
        </section>
      </div>
    </>
  );
}
