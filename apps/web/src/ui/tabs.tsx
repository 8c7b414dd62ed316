import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

type Tab<Key extends string> = { readonly key: Key; readonly title: string; readonly count?: number };

type TabsProps<Key extends string> = {
  label: string;
  tabs: readonly Tab<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** The id of the panel that the tabs change. */
  panelId: string;
};

/** Shows a row of tabs that scrolls sideways; arrow keys move between them (WAI-ARIA tabs pattern). */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect, panelId }: TabsProps<Key>): ReactNode {
  const row = useRef<HTMLDivElement>(null);

  // A link may lead to a tab at the end of the row. Only the row is moved: `scrollIntoView` would move the page as well.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === selected);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.key);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };

  return (
    <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className="scroll-row gap-2" onKeyDown={onKeyDown}>
      {tabs.map(({ key, title, count }) => {
        const chosen = key === selected;
        return (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${panelId}-tab-${key}`}
            data-tab={key}
            aria-selected={chosen}
            aria-controls={panelId}
            tabIndex={chosen ? 0 : -1}
            className={
              'press min-h-11 shrink-0 rounded-full px-4 text-small font-bold ' +
              (chosen ? 'bg-ink text-bg' : 'bg-surface text-mute')
            }
            onClick={() => onSelect(key)}
          >
            {title}
            {count === undefined ? null : (
              <span className={`num ml-1.5 font-semibold ${chosen ? 'opacity-80' : ''}`}>{count}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}

type TabPanelProps = { id: string; selected: string; children: ReactNode; className?: string };

/** Shows the panel of a row of `Tabs` with the same `panelId`. */
export function TabPanel({ id, selected, children, className = '' }: TabPanelProps): ReactNode {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-tab-${selected}`} className={className}>
      {children}
    </div>
  );
}
