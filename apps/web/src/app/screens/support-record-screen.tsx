import { type ReactNode, useMemo } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { ExchangeRecords } from '#/features/mall/exchange-records.tsx';
import { ConversionRecords } from '#/features/votes/conversion-records.tsx';
import { VoteRecords } from '#/features/votes/vote-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { TabPanel } from '#/ui/tab-panel.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { RecordFilters } from '../support-record/record-filters.tsx';
import {
  supportKinds,
  supportRecordPath,
  type SupportView,
  supportViewOf,
} from '../support-record/support-record-path.ts';

const panelId = 'support-record-panel';

/** All of a fan's support: every vote with its receipt, conversions, exchanges, and in time cheers and gifts. */
export function SupportRecordScreen(): ReactNode {
  const session = useSession();
  const view = supportViewOf(useSearch());
  if (!session) return <Redirect to={signInPath(supportRecordPath(view))} replace />;
  return <SupportRecord view={view} />;
}

function SupportRecord({ view }: { view: SupportView }): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const show = (change: Partial<SupportView>) => navigate(supportRecordPath({ ...view, ...change }), { replace: true });
  const { kind } = view;
  return (
    <>
      <ScreenHeader title={t('records.title')} subtitle={t('records.subtitle')} backTo="/me" />
      <div className="space-y-4 px-4">
        <Tabs
          label={t('records.title')}
          panelId={panelId}
          selected={kind}
          onSelect={(chosen) => show({ kind: chosen })}
          tabs={supportKinds.map((key) => ({ key, title: t(`records.tab.${key}`) }))}
        />
        <TabPanel id={panelId} selected={kind} className="space-y-4">
          {kind === 'votes' || kind === 'conversions' ? (
            <RecordFilters view={view} byIdol={kind === 'votes'} onChange={show} />
          ) : null}
          <Records view={view} />
        </TabPanel>
      </div>
    </>
  );
}

function Records({ view: { kind, activityId, idolId } }: { view: SupportView }): ReactNode {
  const t = useText();
  const ofActivity = useMemo(() => (activityId === null ? {} : { activityId }), [activityId]);
  const ofIdol = useMemo(() => (idolId === null ? ofActivity : { ...ofActivity, idolId }), [ofActivity, idolId]);
  if (kind === 'cheers') return <OpensSoon title={t('records.tab.cheers')}>{t('records.cheersSoon')}</OpensSoon>;
  if (kind === 'gifts') return <OpensSoon title={t('records.tab.gifts')}>{t('records.giftsSoon')}</OpensSoon>;
  return (
    <div className="card">
      {kind === 'votes' ? <VoteRecords filter={ofIdol} /> : null}
      {kind === 'conversions' ? <ConversionRecords filter={ofActivity} /> : null}
      {kind === 'exchanges' ? <ExchangeRecords /> : null}
    </div>
  );
}
