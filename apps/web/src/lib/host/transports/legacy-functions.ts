import { failure, type HostMethod, type RequestEnvelope, success } from '../envelope.ts';
import type { HostWindow } from '../host-window.ts';
import { randomUuid } from '../../random-uuid.ts';
import type { Transport } from './transport.ts';

/** The host's function of a name; undefined when it has none. Called on its object, or Android refuses it. */
type FunctionOf = (method: HostMethod) => (() => unknown) | undefined;

/** Single handlers of an older iOS host: `webkit.messageHandlers.goBack.postMessage(null)`. */
export function iosFunctions(page: HostWindow): Transport {
  return legacyFunctions(page, (method) => {
    const handler = page.webkit?.messageHandlers?.[method];
    return handler && (() => handler.postMessage(null));
  });
}

/** Single functions of an older Android host: `android.goBack()`. */
export function androidFunctions(page: HostWindow): Transport {
  return legacyFunctions(page, (method) => {
    const { android } = page;
    return android?.[method] && (() => android[method]?.());
  });
}

/**
 * Translates between envelopes and hosts that have one function for each method, answer the two getters by calling
 * `window.<method>Callback(json)`, and command by calling `window.changeTheme(theme)` and its like. Their answers bear no
 * id, so one is for every request of its method that waits; the other methods are never answered and count as done.
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

/** The host's answer, which is JSON or already a value. */
function response(id: string, answer: unknown): unknown {
  if (typeof answer !== 'string') return success(id, answer);
  try {
    return success(id, JSON.parse(answer));
  } catch {
    return failure(id, 'unreadable', 'The answer is not JSON.');
  }
}
