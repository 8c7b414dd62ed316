import type { ReactNode } from 'react';
import { useEvents } from '#/features/votes/summary/use-events.ts';
import { useIdols } from '#/features/votes/use-idols.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { SelectField } from '#/ui/form/select-field.tsx';
import { useCurrentActivityId } from '../use-current-activity-id.ts';
import { giftDirections, type SupportView, voteStates } from './support-record-path.ts';

const stateTexts = {
  counted: 'records.state.counted',
  quarantined: 'setAside.state.quarantined',
  released: 'setAside.state.released',
  voided: 'setAside.state.voided',
} as const;

const directionTexts = { sent: 'records.direction.sent', received: 'records.direction.received' } as const;

type RecordFiltersProps = {
  view: SupportView;
  /** Whether these records are about idols. */
  byIdol: boolean;
  onChange: (change: Partial<SupportView>) => void;
};

/** Narrows the records down to one activity, to one idol of it or of the current one, and votes and gifts by what they are. */
export function RecordFilters({ view, byIdol, onChange }: RecordFiltersProps): ReactNode {
  const t = useText();
  const events = useEvents();
  const current = useCurrentActivityId();
  const idols = useIdols(view.activityId ?? current.activityId ?? undefined);
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
          choices={(idols.data ?? [])
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
