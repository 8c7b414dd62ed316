import { useSyncExternalStore } from 'react';
import { type RequestEnvelope, type CommandEnvelope, type HostMethod, parseEnvelope } from '#/lib/host/envelope.ts';
import { externalStore } from '#/lib/external-store.ts';
import { type HostedWindow, type Channel, emulate } from './channel.ts';
import { fanStore, type HostFan, withDeadToken } from './host-fan.ts';
import {
  changeSettings,
  settingsStore,
  honest,
  type HostSettings,
  type CommandName,
  commandEnvelope,
} from './host-settings.ts';
import { logMessage, type LogLine } from './log/log-panel.tsx';
import { deliveriesOf } from './deliveries.ts';

/** The keys that the app keeps for as long as its web view lives. */
const sessionKeys = ['token', 'passportToken', 'userInfo'];

const hostKnowledge = createHostKnowledge(settingsStore.read, fanStore.read);

/** The one host of this page. */
export const host = createSimulatedHost({
  settings: settingsStore.read,
  knowledge: hostKnowledge,
  log: logMessage,
  act: changeSimulator,
});

function changeSimulator({ method, params }: RequestEnvelope): void {
  if (method === 'hideHeaderBar') changePhone({ isHeaderHidden: params['hidden'] !== false });
  if (method === 'goBack') changePhone({ isClosed: true });
  if (method === 'logOff') changeSettings({ user: 'nobody' });
}

/** Lets the app's first script find the host; it looks for this name in its parent window. */
export function offerToFrames(): void {
  Object.assign(globalThis, {
    lightstickSimulator: {
      install(frame: HostedWindow) {
        host.install(frame);
        follow(frame);
      },
    },
  });
}

/** Keeps the shown address and the back button up to date while the app goes from screen to screen. */
function follow(frame: HostedWindow): void {
  const note = () => {
    const { pathname, search, hash } = frame.location;
    const { navigation } = frame;
    const earlier = navigation?.entries().slice(0, navigation.currentEntry?.index) ?? [];
    const backStack = earlier.map(({ url }) => new URL(url ?? '', frame.location.origin).pathname);
    changePhone({ address: pathname + search + hash, backStack });
  };
  note();
  frame.navigation?.addEventListener('currententrychange', note);
}

/** Opens the app in a new web view, which remembers nothing of the one before. */
export function startApp(): void {
  for (const key of sessionKeys) sessionStorage.removeItem(key);
  hostKnowledge.forget();
  changePhone({ start: phoneStore.read().start + 1, isClosed: false, isHeaderHidden: false });
}

type HostSurroundings = {
  readonly settings: () => HostSettings;
  readonly knowledge: HostKnowledge;
  readonly log: (line: LogLine) => void;
  /** Does what the page asks the host to do. */
  readonly act: (request: RequestEnvelope) => void;
};

/** One page in the web view, from when it begins to load until the next one does. */
type Visit = {
  readonly channel: Channel;
  readonly requests: Map<HostMethod, number>;
  /** Commands that wait until the page listens. */
  waiting: CommandEnvelope[];
};

/** Plays a host app as the page sees it: it answers requests, sends commands, and fails on demand. */
function createSimulatedHost({ settings, knowledge, log, act }: HostSurroundings) {
  let visit: Visit | undefined;
  let commands = 0;

  function hear(message: unknown): RequestEnvelope | undefined {
    const envelope = parseEnvelope(message);
    const request = envelope?.kind === 'req' ? envelope : undefined;
    log({ direction: 'to host', kind: request ? 'req' : 'noise', name: request?.method, payload: message });
    if (request && visit) answer(request, visit);
    return request;
  }

  function answer(request: RequestEnvelope, asked: Visit): void {
    const { method } = request;
    const earlierRequests = asked.requests.get(method) ?? 0;
    asked.requests.set(method, earlierRequests + 1);
    const behaviour = settings().behaviours[method] ?? honest;
    const deliveries = deliveriesOf({ request, result: knowledge.resultOf(method), behaviour, earlierRequests });
    for (const delivery of deliveries) {
      setTimeout(() => {
        if (visit !== asked) return;
        log({ direction: 'to page', kind: 'res', name: method, payload: delivery.payload });
        asked.channel.answer(request, delivery);
      }, delivery.afterMs);
    }
    if (deliveries.length === 0) log({ direction: 'to page', kind: 'silence', name: method, payload: undefined });
    act(request);
    // The first message shows that the page listens: a legacy page has installed its callbacks by now.
    setTimeout(() => flush(asked));
  }

  function flush(asked: Visit): void {
    if (visit !== asked) return;
    asked.waiting = asked.waiting.filter((command) => {
      const isHeard = asked.channel.command(command);
      if (isHeard) log({ direction: 'to page', kind: 'cmd', name: command.command, payload: command });
      return !isHeard;
    });
  }

  return {
    /** Runs in the page's first script, before that looks around. */
    install(frame: HostedWindow): void {
      visit?.channel.close?.();
      const chosen = settings();
      const cookies = knowledge.cookies();
      const channel = emulate(frame, chosen, { cookies, onMessage: hear });
      const asked: Visit = { channel, requests: new Map(), waiting: chosen.early.map(earlyCommand) };
      visit = asked;
      log({ direction: 'to page', kind: 'load', name: frame.location.pathname, payload: { cookies } });
      setTimeout(() => flush(asked));
    },
    /** Gives a command; a second one with the same id is one that a page must drop. */
    command(command: CommandName, value = '', id = nextId()): string {
      visit?.waiting.push(commandEnvelope(id, command, value));
      if (visit) flush(visit);
      return id;
    },
  };

  function nextId(): string {
    commands += 1;
    return `host-${commands}`;
  }

  function earlyCommand({ command, value }: HostSettings['early'][number]): CommandEnvelope {
    return commandEnvelope(nextId(), command, value);
  }
}

type HostKnowledge = ReturnType<typeof createHostKnowledge>;

/** Provides what a page asks of a host: answers, and cookies before the page asks. */
function createHostKnowledge(settings: () => HostSettings, fan: () => HostFan | null) {
  let timesToldUser = 0;

  function userInfo(): HostFan | null {
    const { user } = settings();
    const signedIn = user === 'nobody' ? null : fan();
    timesToldUser += 1;
    const isDead = user === 'expired' || (user === 'stale' && timesToldUser === 1);
    return signedIn && isDead ? withDeadToken(signedIn) : signedIn;
  }

  function environment() {
    const { languageType, theme, statusBarHeight, capabilities } = settings();
    return { languageType, theme, statusBarHeight, ...(capabilities && { capabilities }) };
  }

  return {
    /** The successful answer to a request. */
    resultOf(method: HostMethod): unknown {
      if (method === 'getUserInfo') return userInfo();
      return method === 'getEnvInfo' ? environment() : {};
    },
    cookies(): Readonly<Record<string, unknown>> {
      const { cookies } = settings();
      return {
        ...(cookies !== 'none' && { getEnvInfo: environment() }),
        ...(cookies === 'both' && { getUserInfo: userInfo() }),
      };
    },
    /** Forgets what a restart of the host app forgets. */
    forget(): void {
      timesToldUser = 0;
    },
  };
}

export function useSettings(): HostSettings {
  return useSyncExternalStore(settingsStore.subscribe, settingsStore.read);
}

/** Changes settings that the app reads at its start, and restarts it. */
export function changeAndStart(change: Partial<HostSettings>): void {
  changeSettings(change);
  startApp();
}

type PhoneState = {
  /** The number of this start of the app; a new one is a new web view. */
  readonly start: number;
  /** The host has closed the web view and shows its own screen. */
  readonly isClosed: boolean;
  readonly isHeaderHidden: boolean;
  /** The app's address: path, query and hash. */
  readonly address: string;
  /** The paths on which the way back leads, the first screen first; the host's own screen comes before all of them. */
  readonly backStack: readonly string[];
};

export const phoneStore = externalStore<PhoneState>({
  start: 1,
  isClosed: false,
  isHeaderHidden: false,
  address: '',
  backStack: [],
});

export function changePhone(change: Partial<PhoneState>): void {
  phoneStore.write({ ...phoneStore.read(), ...change });
}
