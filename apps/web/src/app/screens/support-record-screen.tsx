import { type ReactNode, useMemo } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { CheerRecords } from '#/features/cheers/cheer-records.tsx';
import { GiftRecords } from '#/features/gifts/gift-records.tsx';
import { ExchangeRecords } from '#/features/mall/exchange-records.tsx';
import { ConversionRecords } from '#/features/votes/conversion-records.tsx';
import { VoteRecords } from '#/features/votes/vote-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { TabPanel } from '#/ui/tab-panel.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { GiveTickets } from '../give-tickets.tsx';
import { RecordFilters } from '../support-record/record-filters.tsx';
import {
  supportKinds,
  supportRecordPath,
  type SupportView,
  supportViewOf,
} from '../support-record/support-record-path.ts';

const panelId = 'support-record-panel';

/** All of a fan's support: every vote, cheer and gift with its receipt, conversions and exchanges. */
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
          <RecordFilters view={view} byIdol={kind === 'votes' || kind === 'cheers'} onChange={show} />
          {kind === 'gifts' ? <GiveTickets /> : null}
          <Records view={view} />
        </TabPanel>
      </div>
    </>
  );
}

function Records({ view: { kind, activityId, idolId, state, direction } }: { view: SupportView }): ReactNode {
  const ofActivity = useMemo(() => (activityId === null ? {} : { activityId }), [activityId]);
  const ofIdol = useMemo(() => (idolId === null ? ofActivity : { ...ofActivity, idolId }), [ofActivity, idolId]);
  const ofState = useMemo(() => (state === null ? ofIdol : { ...ofIdol, state }), [ofIdol, state]);
  const ofDirection = useMemo(
    () => (direction === null ? ofActivity : { ...ofActivity, direction }),
    [ofActivity, direction],
  );
  return (
    <div className="card">
      {kind === 'votes' ? <VoteRecords filter={ofState} /> : null}
      {kind === 'conversions' ? <ConversionRecords filter={ofActivity} /> : null}
      {kind === 'exchanges' ? <ExchangeRecords filter={ofActivity} /> : null}
      {kind === 'cheers' ? <CheerRecords filter={ofIdol} /> : null}
      {kind === 'gifts' ? <GiftRecords filter={ofDirection} /> : null}
    </div>
  );
}
