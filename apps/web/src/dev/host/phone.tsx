import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import { Button } from '#/ui/button.tsx';
import { BackIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import type { HostedWindow } from './channel.ts';
import type { Platform } from './host-settings.ts';
import { startApp, changePhone, phoneStore, useSettings } from './host.ts';

/** Shows the host app on its phone: its status bar, its header bar, and the web view with the app in it. */
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
          className={
            'relative flex h-[min(844px,calc(100dvh-260px))] min-h-[560px] flex-col overflow-hidden bg-bg ' +
            `text-ink ${platform === 'ios' ? 'sm:rounded-[40px]' : 'sm:rounded-[24px]'}`
          }
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

/** Shows the host's own bar, below the status bar. */
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

/** Shows the host's screen after the app asked to go back, or was left by the header bar. */
function HostScreen(): ReactNode {
  return (
    <div className="grid flex-1 place-content-center gap-4 p-8 text-center">
      <p className="text-section font-bold">The host app</p>
      <p className="text-small text-mute">The web view is closed.</p>
      <Button onClick={startApp}>Open Lightstick</Button>
    </div>
  );
}

type PhoneToolbarProps = { onReload: () => void; canReload: boolean };

/** Shows where the app is, and lets the developer reload its web view. */
function PhoneToolbar({ onReload, canReload }: PhoneToolbarProps): ReactNode {
  const { address, backStack, isHeaderHidden, isClosed } = useSyncExternalStore(phoneStore.subscribe, phoneStore.read);
  return (
    <div className="px-4 pb-3 sm:px-0">
      <p className="mb-2 truncate rounded-full bg-raise px-4 py-2 text-small">
        <span className="sr-only">Address: </span>
        {isClosed ? 'closed' : address}
      </p>
      <p className="mb-2 truncate px-4 text-caption text-mute">
        Back stack: {['host app', ...(isClosed ? [] : backStack)].join(' › ')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={startApp}>Restart</Button>
        <Button variant="soft" disabled={!canReload} onClick={onReload}>
          <RefreshIcon size={18} />
          Reload
        </Button>
        <Button variant="soft" disabled={isClosed} onClick={() => changePhone({ isHeaderHidden: !isHeaderHidden })}>
          {isHeaderHidden ? 'Show header bar' : 'Hide header bar'}
        </Button>
      </div>
    </div>
  );
}

type StatusBarProps = {
  platform: Platform;
  /** CSS pixels; 0 draws nothing. */
  height: number;
  /** The page is drawn behind it, in any colour. */
  isOverPage: boolean;
};

/** Shows the system's status bar, above everything and not interactive. */
function StatusBar({ platform, height, isOverPage }: StatusBarProps): ReactNode {
  if (height === 0) return null;
  return (
    <div
      aria-hidden="true"
      className={
        'num pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center justify-between px-7 ' +
        'text-small font-bold ' +
        (isOverPage ? 'text-white drop-shadow-[0_0_2px_rgb(0_0_0/0.8)]' : '')
      }
      style={{ height }}
    >
      <span>9:41</span>
      <Camera platform={platform} />
      <span className="flex items-center gap-1.5">
        <svg width="18" height="12" viewBox="0 0 18 12" fill="currentColor">
          <path d="M0 8h3v4H0zM5 5.5h3V12H5zM10 3h3v9h-3zM15 0h3v12h-3z" />
        </svg>
        <svg width="26" height="12" viewBox="0 0 26 12" fill="none" stroke="currentColor">
          <rect x=".5" y=".5" width="22" height="11" rx="3" />
          <path d="M3 3h13v6H3z" fill="currentColor" stroke="none" />
          <path d="M24.5 4v4" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </span>
    </div>
  );
}

/** Draws the hole of the screen. */
function Camera({ platform }: { platform: Platform }): ReactNode {
  const shape = platform === 'ios' ? 'h-7 w-24 top-2' : 'size-4 top-3';
  return <span className={`absolute left-1/2 -translate-x-1/2 rounded-full bg-black ${shape}`} />;
}
