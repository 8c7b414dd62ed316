import type { ReactNode } from 'react';

type TabPanelProps = { id: string; selected: string; children: ReactNode; className?: string };

/** What a row of `Tabs` with the same `panelId` shows. */
export function TabPanel({ id, selected, children, className = '' }: TabPanelProps): ReactNode {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-tab-${selected}`} className={className}>
      {children}
    </div>
  );
}
