import type { GiftDirection } from '#/features/gifts/gift-records.tsx';
import type { VoteState } from '#/features/ballots/receipt.tsx';

export const supportKinds = ['votes', 'exchanges', 'conversions', 'cheers', 'gifts'] as const;
export type SupportKind = (typeof supportKinds)[number];

export const voteStates = ['counted', 'quarantined', 'released', 'voided'] as const satisfies readonly VoteState[];

export const giftDirections = ['sent', 'received'] as const satisfies readonly GiftDirection[];

/** The filter of a fan's records; null means every activity, every idol, any state, either direction. */
export type SupportView = {
  readonly kind: SupportKind;
  readonly activityId: string | null;
  readonly idolId: string | null;
  /** Filters votes by what became of them. */
  readonly state: VoteState | null;
  /** Filters gifts by the direction of the tickets. */
  readonly direction: GiftDirection | null;
};

/** Returns the address of a filtered list of records; omitted fields do not filter. */
export function supportRecordPath(view: Partial<SupportView>): string {
  const { kind = 'votes', activityId, idolId, state, direction } = view;
  const query = new URLSearchParams();
  if (kind !== 'votes') query.set('tab', kind);
  if (activityId) query.set('activityId', activityId);
  if (idolId) query.set('idolId', idolId);
  if (state && kind === 'votes') query.set('state', state);
  if (direction && kind === 'gifts') query.set('direction', direction);
  const text = query.toString();
  return text ? `/support-record?${text}` : '/support-record';
}

/** Returns the view that an address asks for; a tab that does not exist is the first one. */
export function supportViewOf(search: string): SupportView {
  const query = new URLSearchParams(search);
  return {
    kind: supportKinds.find((kind) => kind === query.get('tab')) ?? 'votes',
    activityId: query.get('activityId'),
    idolId: query.get('idolId'),
    state: voteStates.find((state) => state === query.get('state')) ?? null,
    direction: giftDirections.find((direction) => direction === query.get('direction')) ?? null,
  };
}
