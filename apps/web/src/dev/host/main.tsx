import { createRoot } from 'react-dom/client';
import { startI18n } from '#/lib/i18n/i18n.ts';
import { offerToFrames } from './host.ts';
import { settingsStore } from './host-settings.ts';
import { showPageTheme } from './page-theme.ts';
import { queryFromSettings, settingsFromQuery } from './settings-query.ts';
import { Simulator } from './simulator.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('host.html has no #root element.');

settingsStore.write(settingsFromQuery(location.search));
// The address always reflects the page, so that it can be shared.
settingsStore.subscribe(() => {
  const query = queryFromSettings(settingsStore.read());
  history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
});
showPageTheme();
offerToFrames();
// A few pieces of the interface bring words of their own.
await startI18n();
createRoot(root).render(<Simulator />);
