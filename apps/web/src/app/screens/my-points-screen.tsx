import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { ComingExpiries, PastExpiries, useHasExpired } from '#/features/points/expiry-records.tsx';
import { PendingPoints, ReceivedPoints } from '#/features/points/received-points.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const path = '/my-points';

/** Shows pending Points and all received ones. */
export function MyPointsScreen(): ReactNode {
  const session = useSession();
  return session ? <MyPoints /> : <Redirect to={signInPath(path)} replace />;
}

function MyPoints(): ReactNode {
  const t = useText();
  const hasExpired = useHasExpired();
  return (
    <>
      <ScreenHeader
        title={t('myPoints.title')}
        subtitle={t('myPoints.subtitle')}
        backTo="/me"
        trailing={<PointsChip path={path} />}
      />
      <div className="space-y-4 px-4">
        <section aria-labelledby="points-pending" className="card">
          <SectionHeading id="points-pending">{t('myPoints.pending')}</SectionHeading>
          <PendingPoints />
        </section>
        <section aria-labelledby="points-until" className="card">
          <SectionHeading id="points-until">{t('expiry.coming')}</SectionHeading>
          <ComingExpiries />
        </section>
        <section aria-labelledby="points-received" className="card">
          <SectionHeading id="points-received" more={{ to: '/fan-ranking', text: t('fanRanking.title') }}>
            {t('myPoints.received')}
          </SectionHeading>
          <ReceivedPoints />
        </section>
        {hasExpired ? (
          <section aria-labelledby="points-expired" className="card">
            <SectionHeading id="points-expired">{t('expiry.gone')}</SectionHeading>
            <PastExpiries />
          </section>
        ) : null}
      </div>
    </>
  );
}
