import { type ReactNode, useMemo } from 'react';
import { Redirect, useLocation } from 'wouter';
import { GiveTickets } from '#/app/give-tickets.tsx';
import {
  supportKinds,
  supportRecordPath,
  type SupportView,
  supportViewOf,
  giftDirections,
  voteStates,
} from '#/app/support-record-path.ts';
import { useCurrentActivityId } from '#/app/election.tsx';
import { ConversionRecords, VoteRecords } from '#/features/ballots/vote-records.tsx';
import { CheerRecords } from '#/features/cheers/cheer-records.tsx';
import { useActivity, useIdols } from '#/features/elections/election-queries.ts';
import { useEvents } from '#/features/elections/events.ts';
import { GiftRecords } from '#/features/gifts/gift-records.tsx';
import { ExchangeRecords } from '#/features/shop/exchange/exchange-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { SelectField } from '#/ui/form-fields.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';

const panelId = 'support-record-panel';

/** Shows all of a fan's support: every vote, cheer and gift with its receipt, conversions and exchanges. */
export function SupportRecordScreen(): ReactNode {
  const session = useSession();
  const view = supportViewOf(useAddressQuery());
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

const stateTexts = {
  counted: 'records.state.counted',
  quarantined: 'quarantine.state.quarantined',
  released: 'quarantine.state.released',
  voided: 'quarantine.state.voided',
} as const;

const directionTexts = { sent: 'records.direction.sent', received: 'records.direction.received' } as const;

type RecordFiltersProps = {
  view: SupportView;
  /** Whether these records are about idols. */
  byIdol: boolean;
  onChange: (change: Partial<SupportView>) => void;
};

/**
 * Narrows the records down to one activity, to one idol of it or of the current one, and votes and gifts by their
 * state.
 */
function RecordFilters({ view, byIdol, onChange }: RecordFiltersProps): ReactNode {
  const t = useText();
  const events = useEvents();
  const current = useCurrentActivityId();
  const ofActivity = view.activityId ?? current.activityId ?? undefined;
  const idols = useIdols(ofActivity);
  const withdrawn = useActivity(ofActivity).data?.withdrawn ?? [];
  const { kind, activityId, idolId, state, direction } = view;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <SelectField
        label={t('records.activity')}
        placeholder={t('records.everyActivity')}
        value={activityId ?? ''}
        choices={(events.data ?? []).map((event) => ({ value: event.activityId, label: event.title }))}
        onChange={(event) => onChange({ activityId: event.currentTarget.value || null, idolId: null })}
      />
      {byIdol ? (
        <SelectField
          label={t('records.idol')}
          placeholder={t('records.everyIdol')}
          value={idolId ?? ''}
          choices={[...(idols.data ?? []), ...withdrawn]
            .toSorted((one, other) => one.number - other.number)
            .map((idol) => ({ value: idol.idolId, label: idol.name }))}
          onChange={(event) => onChange({ idolId: event.currentTarget.value || null })}
        />
      ) : null}
      {kind === 'votes' ? (
        <SelectField
          label={t('records.state')}
          placeholder={t('records.everyState')}
          value={state ?? ''}
          choices={voteStates.map((value) => ({ value, label: t(stateTexts[value]) }))}
          onChange={(event) => {
            const picked = event.currentTarget.value;
            onChange({ state: voteStates.find((value) => value === picked) ?? null });
          }}
        />
      ) : null}
      {kind === 'gifts' ? (
        <SelectField
          label={t('records.direction')}
          placeholder={t('records.everyDirection')}
          value={direction ?? ''}
          choices={giftDirections.map((value) => ({ value, label: t(directionTexts[value]) }))}
          onChange={(event) => {
            const picked = event.currentTarget.value;
            onChange({ direction: giftDirections.find((value) => value === picked) ?? null });
          }}
        />
      ) : null}
    </div>
  );
}
