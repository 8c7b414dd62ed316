import { randomUuid } from '#/lib/random-uuid.ts';
import { type HostMethod, parseEnvelope, type CommandEnvelope, request, type ResponseEnvelope } from './envelope.ts';
import { type HostUser, type HostCommand, type HostEnvironment, parseEnvironment, parseUser } from './payloads.ts';
import type { HostWindow } from './host-window.ts';
import { findDoor, type HostDoor, openTransport, type Transport } from './transports.ts';

/** The app's side of the conversation with its host. Requests reject with a `HostError`. */
export type HostBridge = {
  readonly door: HostDoor;
  /** The fan signed in to the host; null for none. Asked up to three times. */
  readonly getUserInfo: () => Promise<HostUser | null>;
  /** Language, theme and measures of the host. Asked up to three times. */
  readonly getEnvInfo: () => Promise<HostEnvironment>;
  /** Leaves this page for where the host's own navigation came from. */
  readonly goBack: () => Promise<void>;
  /** Takes away the bar that the host shows above the page. */
  readonly hideHeaderBar: () => Promise<void>;
  /** Notifies the host that the fan has signed out. */
  readonly logOff: () => Promise<void>;
  /** Tells whether the host has a method, by its own declaration. */
  readonly has: (method: HostMethod) => boolean;
  /** Takes the host's list of capabilities from an environment that came another way (its cookie). */
  readonly noteEnvironment: (environment: HostEnvironment) => void;
  /** Delivers every command once and in order, those from before the listener first. There is one listener. */
  readonly onCommand: (listener: (command: HostCommand) => void) => void;
};

/** Connects to the host around a page; undefined when the page has no door to one. Connect once for each page. */
export function connectHost(page: HostWindow): HostBridge | undefined {
  const door = findDoor(page);
  if (!door) return undefined;
  const transport = openTransport(door, page);
  const commands = commandQueue();
  let capabilities: readonly string[] | undefined;

  const has = (method: HostMethod) => transport.has?.(method) ?? capabilities?.includes(method) ?? true;
  const { ask, get, settle } = hostRequests(transport, has);

  const receive = (message: unknown): void => {
    const envelope = parseEnvelope(message);
    if (envelope?.kind === 'res') settle(envelope);
    else if (envelope?.kind === 'cmd') commands.take(envelope);
    else console.warn('A message of the host could not be read.');
  };

  const noteEnvironment = (environment: HostEnvironment): void => {
    capabilities = environment.capabilities;
  };

  transport.listen?.(receive);
  takeOver(page, receive);
  return {
    door,
    has,
    noteEnvironment,
    onCommand: commands.onCommand,
    getUserInfo: () => get('getUserInfo', parseUser),
    getEnvInfo: async () => {
      const environment = await get('getEnvInfo', parseEnvironment);
      noteEnvironment(environment);
      return environment;
    },
    goBack: async () => void (await ask('goBack')),
    hideHeaderBar: async () => void (await ask('hideHeaderBar', { hidden: true })),
    logOff: async () => void (await ask('logOff')),
  };
}

/** Takes over the page's messages, first those that the pre-paint script has kept. */
function takeOver(page: HostWindow, receive: (message: unknown) => void): void {
  const early = page.lightstick?.queue ?? [];
  page.lightstick = { receive };
  for (const message of early.splice(0)) receive(message);
}

/** Remembers the latest ids, so that a repeated command is carried out once; never more than `capacity` of them. */
function recentIds(capacity: number): { isNew: (id: string) => boolean } {
  const seen = new Set<string>();
  return {
    isNew: (id) => {
      if (seen.has(id)) return false;
      seen.add(id);
      // A set keeps the order in which it was filled.
      const [oldest] = seen;
      if (seen.size > capacity && oldest !== undefined) seen.delete(oldest);
      return true;
    },
  };
}

const rememberedIds = 200;
const mostEarlyCommands = 50;

type Listener = (command: HostCommand) => void;

/** Passes each command on once, in order; those that come before anybody listens wait, as many as a sane host sends. */
function commandQueue(): { take: (envelope: CommandEnvelope) => void; onCommand: (listener: Listener) => void } {
  const ids = recentIds(rememberedIds);
  const early: HostCommand[] = [];
  let listen: Listener = (command) => {
    if (early.length < mostEarlyCommands) early.push(command);
  };
  return {
    take: (envelope) => {
      if (ids.isNew(envelope.id)) listen(envelope);
    },
    onCommand: (listener) => {
      listen = listener;
      for (const command of early.splice(0)) listener(command);
    },
  };
}

const requestTimeoutMs = 3000;
/** The getters change nothing, so they may be asked again. */
const getterAttempts = 3;

/** Requests over one transport. They reject with a `HostError`. */
type HostRequests = {
  /** Asks once. */
  readonly ask: (method: HostMethod, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Asks up to three times, until there is an answer that `parse` can read. */
  readonly get: <T>(method: HostMethod, parse: (result: unknown) => T | undefined) => Promise<T>;
  /** Takes an unsolicited response and drops it when no request waits for it. */
  readonly settle: (response: ResponseEnvelope) => void;
};

/** Sends requests over a transport and matches the answers to them. */
function hostRequests(transport: Transport, has: (method: HostMethod) => boolean): HostRequests {
  const pending = pendingRequests(requestTimeoutMs);

  const settle = (response: ResponseEnvelope): void => {
    if (!pending.settle(response)) console.warn('An answer of the host came late, twice or unasked.', response.id);
  };

  /** A handler may reply with nothing and answer by `receive`; but what it does reply is the answer. */
  const takeReply = (id: string, message: unknown): void => {
    if (message === undefined || message === null) return;
    const envelope = parseEnvelope(message);
    if (envelope?.kind === 'res' && envelope.id === id) settle(envelope);
    else pending.fail(id, 'unreadable');
  };

  const ask: HostRequests['ask'] = async (method, params) => {
    if (!has(method)) throw new HostError(method, 'unsupported');
    const id = randomUuid();
    const answer = pending.wait(id, method);
    const fail = (cause: unknown) => pending.fail(id, 'unreachable', cause);
    try {
      const reply = transport.send(request(id, method, params));
      if (isPromise(reply)) reply.then((message) => takeReply(id, message), fail);
    } catch (cause) {
      fail(cause);
    }
    return answer;
  };

  const get: HostRequests['get'] = async (method, parse) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const value = parse(await ask(method));
        if (value !== undefined) return value;
        throw new HostError(method, 'unreadable');
      } catch (error) {
        const isFinal = error instanceof HostError && error.reason === 'unsupported';
        if (isFinal || attempt === getterAttempts) throw error;
      }
    }
  };

  return { ask, get, settle };
}

/** Looks for the method, because a promise may come from another realm. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/**
 * The reason why a host request failed: unsupported method, timeout, unreadable response, refusal or unreachable host.
 */
type HostFailure = 'unsupported' | 'timeout' | 'unreadable' | 'refused' | 'unreachable';

/** A failed host request. `refusalCode` is the host's own code. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly method: HostMethod;
  readonly reason: HostFailure;
  readonly refusalCode: string | undefined;

  constructor(method: HostMethod, reason: HostFailure, options: ErrorOptions & { refusalCode?: string } = {}) {
    super(`The host did not carry out ${method}: ${reason}${options.refusalCode ? ` (${options.refusalCode})` : ''}.`, {
      cause: options.cause,
    });
    this.method = method;
    this.reason = reason;
    this.refusalCode = options.refusalCode;
  }
}

type PendingRequest = {
  readonly method: HostMethod;
  readonly resolve: (result: unknown) => void;
  readonly fail: (reason: HostFailure, cause?: unknown, refusalCode?: string) => void;
};

/** The requests that wait for an answer of the host. */
type PendingRequests = {
  /** Waits for the answer to a request; rejects with a `HostError` when none comes in time. */
  wait: (id: string, method: HostMethod) => Promise<unknown>;
  /** Takes a response; false when no request waits for it (late, repeated or foreign). */
  settle: (response: ResponseEnvelope) => boolean;
  /** Cancels a request. Has no effect after a response. */
  fail: (id: string, reason: HostFailure, cause?: unknown) => void;
};

/** Keeps requests by id until they are answered or `timeoutMs` has passed. */
function pendingRequests(timeoutMs: number): PendingRequests {
  const waiting = new Map<string, PendingRequest>();

  const take = (id: string): PendingRequest | undefined => {
    const pending = waiting.get(id);
    waiting.delete(id);
    return pending;
  };

  return {
    wait: (id, method) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => take(id)?.fail('timeout'), timeoutMs);
        waiting.set(id, {
          method,
          resolve: (result) => {
            clearTimeout(timer);
            resolve(result);
          },
          fail: (reason, cause, refusalCode) => {
            clearTimeout(timer);
            reject(new HostError(method, reason, { cause, ...(refusalCode !== undefined && { refusalCode }) }));
          },
        });
      }),
    settle: (response) => {
      const pending = take(response.id);
      if (response.ok) pending?.resolve(response.result);
      else pending?.fail('refused', response.error.message, response.error.code);
      return pending !== undefined;
    },
    fail: (id, reason, cause) => take(id)?.fail(reason, cause),
  };
}
