export const mallTabs = ['tickets', 'votes', 'nfts'] as const;
export type MallTab = (typeof mallTabs)[number];

/** The tab that an address names; one that does not exist is the first. */
export function mallTabOf(named: string | null): MallTab {
  return mallTabs.find((tab) => tab === named) ?? 'tickets';
}

/** The address of a tab of the mall. */
export function mallPath(tab: MallTab): string {
  return tab === 'tickets' ? '/mall' : `/mall?tab=${tab}`;
}
