import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import { Button } from '#/ui/button.tsx';
import { BackIcon } from '#/ui/icons/first-icons.tsx';
import type { HostedWindow } from '../emulation/channel.ts';
import { startApp } from '../host.ts';
import { useSettings } from '../use-settings.ts';
import { changePhone, phoneStore } from './phone-state.ts';
import { PhoneToolbar } from './phone-toolbar.tsx';
import { StatusBar } from './status-bar.tsx';

/** The host app on its phone: its status bar, its header bar, and the web view with the app in it. */
export function Phone(): ReactNode {
  const { platform, path, theme, statusBarHeight } = useSettings();
  const { start, isClosed, isHeaderHidden } = useSyncExternalStore(phoneStore.subscribe, phoneStore.read);
  const frame = useRef<HTMLIFrameElement>(null);
  const webView = () => frame.current?.contentWindow as HostedWindow | null | undefined;

  const goBack = () => {
    const navigation = webView()?.navigation;
    if (navigation?.canGoBack) navigation.back();
    else changePhone({ isClosed: true });
  };
  const corners = platform === 'ios' ? 'sm:rounded-[52px]' : 'sm:rounded-[34px]';
  return (
    <section aria-label="Phone" className="mx-auto w-full max-w-[414px]">
      <PhoneToolbar onReload={() => webView()?.location.reload()} canReload={!isClosed} />
      <div className={`overflow-hidden border-y-2 border-ink bg-black shadow-lift sm:border-0 sm:p-3 ${corners}`}>
        <div
          data-theme={theme}
          className={`relative flex h-[min(844px,calc(100dvh-260px))] min-h-[560px] flex-col overflow-hidden bg-bg text-ink ${
            platform === 'ios' ? 'sm:rounded-[40px]' : 'sm:rounded-[24px]'
          }`}
        >
          <StatusBar platform={platform} height={statusBarHeight} isOverPage={isHeaderHidden && !isClosed} />
          {isHeaderHidden && !isClosed ? null : (
            <HeaderBar height={statusBarHeight} onBack={goBack} isHome={isClosed} />
          )}
          {isClosed ? (
            <HostScreen />
          ) : (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the app needs scripts, storage and this page's host
            <iframe
              key={start}
              ref={frame}
              src={path}
              title="Lightstick in the web view"
              className="w-full flex-1 border-0 bg-bg"
            />
          )}
        </div>
      </div>
    </section>
  );
}

type HeaderBarProps = { height: number; onBack: () => void; isHome: boolean };

/** The host's own bar, below the status bar. */
function HeaderBar({ height, onBack, isHome }: HeaderBarProps): ReactNode {
  return (
    <div className="border-b border-line bg-surface" style={{ paddingTop: height }}>
      <div className="grid h-12 grid-cols-[48px_1fr_48px] items-center">
        {isHome ? (
          <span />
        ) : (
          <button type="button" aria-label="Back" className="press grid size-12 place-content-center" onClick={onBack}>
            <BackIcon />
          </button>
        )}
        <p className="truncate text-center font-bold">{isHome ? 'Host app' : 'Lightstick'}</p>
      </div>
    </div>
  );
}

/** What is left when the app has asked to go back, or was left by the header bar. */
function HostScreen(): ReactNode {
  return (
    <div className="grid flex-1 place-content-center gap-4 p-8 text-center">
      <p className="text-section font-bold">The host app</p>
      <p className="text-small text-mute">The web view is closed.</p>
      <Button onClick={startApp}>Open Lightstick</Button>
    </div>
  );
}
