import type { Platform } from '../host-settings.ts';
import type { HostedWindow } from './channel.ts';

/** As the web views of both platforms say it, with what the app knows a host by. */
export const userAgents: Readonly<Record<Platform, string>> = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 LightstickHost/1.0 iOS-SDK/1.0',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250105.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 LightstickHost/1.0',
};

export type Cookies = Readonly<Record<string, unknown>>;

/**
 * Makes the frame's page believe that it stands in a web view: the user agent, and the host's cookies. They are only
 * seen by this page and never stored, so that no other tab of the developer's browser takes itself for a host.
 */
export function disguise(frame: HostedWindow, platform: Platform, cookies: Cookies): void {
  Object.defineProperty(frame.navigator, 'userAgent', { get: () => userAgents[platform], configurable: true });

  const { document } = frame;
  const real = Object.getOwnPropertyDescriptor(frame.Document.prototype, 'cookie');
  const given = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`);
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [String(real?.get?.call(document) ?? ''), ...given].filter(Boolean).join('; '),
    set: (value: string) => {
      real?.set?.call(document, value);
    },
  });
}

/** A page in a web view is nobody's frame; the pages of `window.parent` must not be found there. */
export function orphan(frame: HostedWindow): void {
  Object.defineProperty(frame, 'parent', { value: frame, configurable: true });
}
