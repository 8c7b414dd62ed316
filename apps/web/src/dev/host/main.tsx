import { createRoot } from 'react-dom/client';
import { type ReactNode, useSyncExternalStore } from 'react';
import { startI18n } from '#/lib/i18n/i18n.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Toaster } from '#/ui/toast/toaster.tsx';
import type { Theme } from '#/boot/boot-result.ts';
import { externalStore } from '#/lib/external-store.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { offerToFrames } from './host.ts';
import { settingsStore } from './host-settings.ts';
import { queryFromSettings, settingsFromQuery } from './settings-query.ts';
import { LogPanel } from './log/log-panel.tsx';
import { ConnectionPanel, FaultPanel, EnvironmentPanel } from './panels/environment-panels.tsx';
import { FanPanel } from './panels/fan-panel.tsx';
import { Phone } from './phone.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('host.html has no #root element.');

/** Separate from the app's own choice, which the app in the phone changes on the host's command. */
const themeKey = 'lightstick.dev.theme';

const store = externalStore<Theme>(storedTheme());

settingsStore.write(settingsFromQuery(location.search));
// The address always reflects the page, so that it can be shared.
settingsStore.subscribe(() => {
  const query = queryFromSettings(settingsStore.read());
  history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
});
showPageTheme();
offerToFrames();
// A few pieces of the interface bring their own words.
await startI18n();
createRoot(root).render(<Simulator />);

/** Plays a host app to build and test against: a phone with the app in its web view, and everything its host can do. */
function Simulator(): ReactNode {
  return (
    <div className="mx-auto max-w-[1560px] pb-10 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-4 px-4 py-5 sm:px-0">
        <div>
          <h1 className="text-screen font-extrabold">Host simulator</h1>
          <p className="text-small text-mute">
            Lightstick in the web view of a host app. The address of this page holds every choice but the fan.
          </p>
        </div>
        <div className="w-full max-w-56">
          <SegmentedControl
            label="Theme of this page"
            value={usePageTheme()}
            onChange={choosePageTheme}
            segments={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
      </header>
      <main
        className={
          'grid items-start gap-6 md:grid-cols-[minmax(0,414px)_minmax(0,1fr)] ' +
          'xl:grid-cols-[414px_minmax(0,420px)_minmax(0,1fr)]'
        }
      >
        <div className="md:sticky md:top-4 md:row-span-2 xl:row-span-1">
          <Phone />
        </div>
        <div className="min-w-0 space-y-4 px-4 sm:px-0">
          <ConnectionPanel />
          <FanPanel />
          <EnvironmentPanel />
          <FaultPanel />
        </div>
        <div className="min-w-0 px-4 sm:px-0">
          <LogPanel />
        </div>
      </main>
      <Toaster />
    </div>
  );
}

function storedTheme(): Theme {
  const stored = localStore.get(themeKey);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows this page in its theme, now and whenever another one is chosen. */
function showPageTheme(): void {
  const show = () => {
    document.documentElement.dataset['theme'] = store.read();
  };
  show();
  store.subscribe(show);
}

function usePageTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.read);
}

function choosePageTheme(theme: Theme): void {
  localStore.set(themeKey, theme);
  store.write(theme);
}
