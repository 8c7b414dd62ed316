import { type HostMethod, parseEnvelope, type CommandEnvelope } from './envelope.ts';
import { hostRequests } from './host-requests.ts';
import { type HostUser, type HostCommand, type HostEnvironment, parseEnvironment, parseUser } from './payloads.ts';
import type { HostWindow } from './host-window.ts';
import { findDoor, type HostDoor, openTransport } from './transports.ts';

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
  /** Whether the host has a method, by its own declaration. */
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

/** Remembers the latest ids, so that what a host sends twice is carried out once; never more than `capacity` of them. */
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
