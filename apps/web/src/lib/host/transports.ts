import { randomUuid } from '#/lib/random-uuid.ts';
import { failure, type HostMethod, type RequestEnvelope, success } from './envelope.ts';
import type { HostWindow, ParentWindow } from './host-window.ts';

const transports: Record<HostDoor, (page: HostWindow) => Transport> = {
  iosHandler,
  androidListener,
  androidInterface,
  iosFunctions,
  androidFunctions,
  simulator,
};

export function openTransport(door: HostDoor, page: HostWindow): Transport {
  return transports[door](page);
}

/** One way to exchange envelopes with a host. Received messages are not parsed here: they may be anything. */
export type Transport = {
  /** Sends a request. A promise that it returns is the host's own answer; anything else means nothing. May throw. */
  readonly send: (request: RequestEnvelope) => unknown;
  /** Receives unsolicited host messages that do not use `window.lightstick.receive`. */
  readonly listen?: (receive: (message: unknown) => void) => void;
  /** Tells whether the host has a method, where the transport itself can. */
  readonly has?: (method: HostMethod) => boolean;
};

/** Returns Android's `addJavascriptInterface`: JSON texts out; the host answers by `window.lightstick.receive`. */
function androidInterface(page: HostWindow): Transport {
  // Called as a method of the injected object: Android refuses one that has been taken off it.
  return { send: (request) => page.lightstickAndroid?.postMessage(JSON.stringify(request)) };
}

/**
 * Returns Android's `addWebMessageListener`: JSON texts out, `message` events in. The system checks our origin for the
 * host.
 */
function androidListener({ lightstickPort: port }: HostWindow): Transport {
  return {
    send: (request) => port?.postMessage(JSON.stringify(request)),
    listen: (receive) => port?.addEventListener('message', ({ data }) => receive(data)),
  };
}

/** The way in which a host is reached. */
export type HostDoor =
  | 'iosHandler'
  | 'androidListener'
  | 'androidInterface'
  | 'iosFunctions'
  | 'androidFunctions'
  | 'simulator';

/**
 * Returns the best transport that the window offers; undefined without one. The simulator comes last, because it may
 * emulate a device's transports in its frame, which then have priority.
 */
export function findDoor(page: HostWindow): HostDoor | undefined {
  const { webkit, android, parent } = page;
  const handlers = webkit?.messageHandlers;
  if (handlers?.lightstick) return 'iosHandler';
  if (page.lightstickPort) return 'androidListener';
  if (page.lightstickAndroid) return 'androidInterface';
  if (handlers?.getUserInfo) return 'iosFunctions';
  if (android?.getUserInfo) return 'androidFunctions';
  try {
    return parent !== page && (parent as ParentWindow | undefined)?.lightstickSimulator ? 'simulator' : undefined;
  } catch {
    // A parent of another origin cannot be inspected; it is not a host of ours.
    return undefined;
  }
}

/**
 * Returns a WKWebView's message handler, which takes objects as they are. With a reply handler behind it (iOS 14) the
 * call returns the answer's promise; without one the host answers by `window.lightstick.receive`.
 */
function iosHandler(page: HostWindow): Transport {
  return { send: (request) => page.webkit?.messageHandlers?.lightstick?.postMessage(request) };
}

/** The host's function of a name; undefined when it has none. Called on its object, or Android refuses it. */
type FunctionOf = (method: HostMethod) => (() => unknown) | undefined;

/** Returns single handlers of an older iOS host: `webkit.messageHandlers.goBack.postMessage(null)`. */
function iosFunctions(page: HostWindow): Transport {
  return legacyFunctions(page, (method) => {
    const handler = page.webkit?.messageHandlers?.[method];
    return handler && (() => handler.postMessage(null));
  });
}

/** Returns single functions of an older Android host: `android.goBack()`. */
function androidFunctions(page: HostWindow): Transport {
  return legacyFunctions(page, (method) => {
    const { android } = page;
    return android?.[method] && (() => android[method]?.());
  });
}

/**
 * Adapts envelopes to hosts with one function per method, which answer getters by `window.<method>Callback(json)`. An
 * answer without an id resolves all waiting requests of its method; other methods count as done.
 */
function legacyFunctions(page: HostWindow, functionOf: FunctionOf): Transport {
  const globals = page as unknown as Record<string, unknown>;
  const waiting = { getUserInfo: [] as string[], getEnvInfo: [] as string[] };
  let deliver: (message: unknown) => void = () => undefined;

  const isGetter = (method: HostMethod): method is keyof typeof waiting => method in waiting;

  return {
    has: (method) => functionOf(method) !== undefined,
    send: ({ id, method }: RequestEnvelope) => {
      if (isGetter(method)) waiting[method].push(id);
      functionOf(method)?.();
      if (!isGetter(method)) deliver(success(id));
    },
    listen: (receive) => {
      deliver = receive;
      for (const [method, ids] of Object.entries(waiting)) {
        globals[`${method}Callback`] = (answer: unknown) => {
          for (const id of ids.splice(0)) receive(response(id, answer));
        };
      }
      const command = (name: string, params: unknown) =>
        receive({ v: 1, ch: 'lightstick', kind: 'cmd', id: randomUuid(), command: name, params });
      globals['changeTheme'] = (theme: unknown) => command('changeTheme', { theme });
      globals['changeLanguage'] = (languageType: unknown) => command('changeLanguage', { languageType });
      globals['refreshData'] = () => command('refreshData', {});
    },
  };
}

/** Returns the host's answer, which is JSON or already a value. */
function response(id: string, answer: unknown): unknown {
  if (typeof answer !== 'string') return success(id, answer);
  try {
    return success(id, JSON.parse(answer));
  } catch {
    return failure(id, 'unreadable', 'The answer is not JSON.');
  }
}

/** Returns the page of our own origin that shows this one in a frame and plays the host. */
function simulator(page: HostWindow): Transport {
  const parent = page.parent as ParentWindow;
  const { origin } = page.location;
  return {
    send: (request) => parent.postMessage(request, origin),
    listen: (receive) =>
      page.addEventListener('message', (event) => {
        if (event.source === parent && event.origin === origin) receive(event.data);
      }),
  };
}
