import type { Delivery } from '../deliveries.ts';
import type { Platform } from '../host-settings.ts';
import { type HostMethod, hostMethods } from '#/lib/host/envelope.ts';
import type { Channel, HostedWindow, OnMessage } from './channel.ts';

/** Hosts from before the envelope: a function for each method, and global callbacks for answers and commands. */
export function legacy(platform: Platform): (frame: HostedWindow, onMessage: OnMessage) => Channel {
  return (frame, onMessage) => {
    let calls = 0;
    const call = (method: HostMethod) => {
      calls += 1;
      const params = method === 'hideHeaderBar' ? { hidden: true } : {};
      onMessage({ v: 1, ch: 'lightstick', kind: 'req', id: `legacy-${calls}`, method, params });
    };
    if (platform === 'ios') {
      const handlers = hostMethods.map((method) => [method, { postMessage: () => call(method) }]);
      frame.webkit = { messageHandlers: Object.fromEntries(handlers) };
    } else {
      frame.android = Object.fromEntries(hostMethods.map((method) => [method, () => call(method)]));
    }
    return {
      answer: ({ method }, delivery) => callBack(frame, method, textOf(delivery)),
      command({ command, params }) {
        if (!frame[command]) return false;
        if (command === 'changeTheme') frame.changeTheme?.(params['theme']);
        else if (command === 'changeLanguage') frame.changeLanguage?.(params['languageType']);
        else frame.refreshData?.();
        return true;
      },
    };
  };
}

/** Only the two getters have callbacks. */
function callBack(frame: HostedWindow, method: HostMethod, text: string): void {
  if (method === 'getUserInfo') frame.getUserInfoCallback?.(text);
  if (method === 'getEnvInfo') frame.getEnvInfoCallback?.(text);
}

/** There is no envelope, so a fault of the envelope does no harm here, and an error is an empty text. */
function textOf({ payload }: Delivery): string {
  if (typeof payload === 'string') return payload;
  const { ok, result } = payload as { ok: boolean; result?: unknown };
  return ok ? JSON.stringify(result ?? null) : '';
}
