import { type CommandEnvelope, type RequestEnvelope, type HostMethod, hostMethods } from '#/lib/host/envelope.ts';
import type { Delivery } from './deliveries.ts';
import type { HostSettings, Platform } from './host-settings.ts';

type MessageHandler = { postMessage: (message: unknown) => unknown };

/** The doors that hosts put into a page's window, and what the page puts there for them. */
export type HostedWindow = Window &
  typeof globalThis & {
    webkit?: { messageHandlers: Record<string, MessageHandler> };
    lightstickPort?: EventTarget;
    lightstickAndroid?: { postMessage: (json: string) => void };
    android?: Record<string, () => void>;
    lightstick?: { receive?: (message: unknown) => void };
    getUserInfoCallback?: (json: string) => void;
    getEnvInfoCallback?: (json: string) => void;
    changeTheme?: (theme: unknown) => void;
    changeLanguage?: (languageType: unknown) => void;
    refreshData?: () => void;
  };

/** The host's end of a transport, for as long as one page is loaded. */
export type Channel = {
  readonly answer: (request: RequestEnvelope, delivery: Delivery) => void;
  /** Returns false until the page listens. */
  readonly command: (command: CommandEnvelope) => boolean;
  readonly close?: () => void;
};

/** Receives a message of the page and returns its request, if any. */
type OnMessage = (message: unknown) => RequestEnvelope | undefined;

/** Calls `window.lightstick.receive` in the page, as both platforms do by evaluating a line of script. */
function evaluateReceive(frame: HostedWindow, payload: unknown): boolean {
  const receive = frame.lightstick?.receive;
  if (!receive) return false;
  receive(payload);
  return true;
}

/** Turns a frame's window into one of a host's web view, with the transport that the settings ask for. */
export function emulate(
  frame: HostedWindow,
  { platform, transport }: HostSettings,
  { cookies, onMessage }: { readonly cookies: Cookies; readonly onMessage: OnMessage },
): Channel {
  disguise(frame, platform, cookies);
  if (transport === 'simulator') return openPosting(frame, onMessage);
  orphan(frame);
  const kinds = {
    reply: iosReply,
    handler: iosHandler,
    listener: androidListener,
    interface: androidInterface,
    legacy: legacy(platform),
  };
  return kinds[transport](frame, onMessage);
}

type Port = EventTarget & { onmessage: ((event: MessageEvent) => void) | null; postMessage: (json: string) => void };

const json = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload));

/**
 * WebViewCompat.addWebMessageListener: an object with `postMessage` and message events. The host is given its end, the
 * reply proxy, with the page's first message; before that it can only evaluate a line of script.
 */
function androidListener(frame: HostedWindow, onMessage: OnMessage): Channel {
  let hasReplyProxy = false;
  const postMessage = (message: unknown) => {
    hasReplyProxy = true;
    onMessage(String(message));
  };
  const port: Port = Object.assign(new frame.EventTarget(), { onmessage: null, postMessage });
  frame.lightstickPort = port;

  const send = (payload: unknown) => {
    const event = new frame.MessageEvent('message', { data: json(payload) });
    port.dispatchEvent(event);
    port.onmessage?.(event);
  };
  return {
    answer: (_request, { payload }) => send(payload),
    command(command) {
      if (!hasReplyProxy) return evaluateReceive(frame, json(command));
      send(command);
      return true;
    },
  };
}

/** addJavascriptInterface: texts in one direction, and answers by evaluating a line of script in the other. */
function androidInterface(frame: HostedWindow, onMessage: OnMessage): Channel {
  frame.lightstickAndroid = { postMessage: (message) => void onMessage(message) };
  return {
    answer: (_request, { payload }) => void evaluateReceive(frame, json(payload)),
    command: (command) => evaluateReceive(frame, json(command)),
  };
}

/** User agents of the web views of both platforms, with the word by which the app knows a host. */
const userAgents: Readonly<Record<Platform, string>> = {
  ios:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Mobile/15E148 LightstickHost/1.0 iOS-SDK/1.0',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250105.002; ' +
    'wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/138.0.0.0 Mobile Safari/537.36 LightstickHost/1.0',
};

type Cookies = Readonly<Record<string, unknown>>;

/**
 * Emulates a web view for the page in the frame: user agent and host cookies. They exist in this page only, so that other
 * tabs do not detect a host.
 */
function disguise(frame: HostedWindow, platform: Platform, cookies: Cookies): void {
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

/** A web view has no parent frame; `window.parent` must not be found. */
function orphan(frame: HostedWindow): void {
  Object.defineProperty(frame, 'parent', { value: frame, configurable: true });
}

type WaitingReply = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };

/** WKScriptMessageHandlerWithReply: `postMessage` returns a promise, which the host's reply handler settles. */
function iosReply(frame: HostedWindow, onMessage: OnMessage): Channel {
  const waiting = new Map<string, WaitingReply>();
  const postMessage = (message: unknown) =>
    new frame.Promise((resolve, reject) => {
      // WebKit copies the message; a value that cannot be copied throws, as it does there.
      const request = onMessage(structuredClone(message));
      if (request) waiting.set(request.id, { resolve, reject });
      else reject(new frame.Error('This is not a request of the bridge.'));
    });
  frame.webkit = { messageHandlers: { lightstick: { postMessage } } };

  return {
    answer(request, { payload, rejects }) {
      const reply = waiting.get(request.id);
      waiting.delete(request.id);
      if (!reply) evaluateReceive(frame, frame.structuredClone(payload));
      else if (rejects) reply.reject(new frame.Error(`${request.method} failed on purpose.`));
      else reply.resolve(frame.structuredClone(payload));
    },
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
  };
}

/** WKScriptMessageHandler: `postMessage` returns nothing, and the host answers by evaluating a line of script. */
function iosHandler(frame: HostedWindow, onMessage: OnMessage): Channel {
  const postMessage = (message: unknown) => void onMessage(structuredClone(message));
  frame.webkit = { messageHandlers: { lightstick: { postMessage } } };
  return {
    answer: (_request, { payload }) => void evaluateReceive(frame, frame.structuredClone(payload)),
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
  };
}

/**
 * Imitates hosts from before the envelope: a function for each method, and global callbacks for answers and commands.
 */
function legacy(platform: Platform): (frame: HostedWindow, onMessage: OnMessage) => Channel {
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

/** Opens the simulator's own transport: messages between the frame and this page, of this origin only. */
function openPosting(frame: HostedWindow, onMessage: OnMessage): Channel {
  const hear = (event: MessageEvent) => {
    if (event.source !== frame || event.origin !== location.origin) return;
    onMessage(event.data);
  };
  addEventListener('message', hear);
  return {
    answer: (_request, { payload }) => frame.postMessage(payload, location.origin),
    // A posted command would be lost before a listener exists; here it waits with all early commands.
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
    close: () => removeEventListener('message', hear),
  };
}
