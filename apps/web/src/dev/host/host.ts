import type { RequestEnvelope } from '#/lib/host/envelope.ts';
import type { HostedWindow } from './channel.ts';
import { fanStore } from './host-fan.ts';
import { createHostKnowledge } from './host-knowledge.ts';
import { changeSettings, settingsStore } from './host-settings.ts';
import { logMessage } from './log/message-log.ts';
import { changePhone, phoneStore } from './phone-state.ts';
import { createSimulatedHost } from './simulated-host.ts';

/** What the app keeps for as long as its web view lives. */
const sessionKeys = ['token', 'passportToken', 'userInfo'];

const knowledge = createHostKnowledge(settingsStore.read, fanStore.read);

/** The one host of this page. */
export const host = createSimulatedHost({ settings: settingsStore.read, knowledge, log: logMessage, act });

function act({ method, params }: RequestEnvelope): void {
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

/** Keeps the shown address and the way back up to date while the app goes from screen to screen. */
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
  knowledge.forget();
  changePhone({ start: phoneStore.read().start + 1, isClosed: false, isHeaderHidden: false });
}
