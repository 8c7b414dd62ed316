export const supportKinds = ['votes', 'exchanges', 'conversions', 'cheers', 'gifts'] as const;
export type SupportKind = (typeof supportKinds)[number];

/** What of the fan's support is on screen; null means every activity, every idol. */
export type SupportView = {
  readonly kind: SupportKind;
  readonly activityId: string | null;
  readonly idolId: string | null;
};

/** The address of a view of the records; what is not named is not narrowed down. */
export function supportRecordPath({ kind = 'votes', activityId, idolId }: Partial<SupportView>): string {
  const query = new URLSearchParams();
  if (kind !== 'votes') query.set('tab', kind);
  if (activityId) query.set('activityId', activityId);
  if (idolId) query.set('idolId', idolId);
  const text = query.toString();
  return text ? `/support-record?${text}` : '/support-record';
}

/** The view that an address asks for; a tab that does not exist is the first one. */
export function supportViewOf(search: string): SupportView {
  const query = new URLSearchParams(search);
  return {
    kind: supportKinds.find((kind) => kind === query.get('tab')) ?? 'votes',
    activityId: query.get('activityId'),
    idolId: query.get('idolId'),
  };
}
