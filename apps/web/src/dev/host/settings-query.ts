import { type HostMethod, hostMethods } from '#/lib/host/envelope.ts';
import {
  cookieSets,
  defaultSettings,
  type EarlyCommand,
  faults,
  honest,
  type HostSettings,
  type MethodBehaviour,
  platforms,
  transportsOf,
  users,
  type CommandName,
  commandNames,
} from './host-settings.ts';

const longestDelayMs = 60_000;
const tallestStatusBar = 120;

/**
 * Reads the settings from a query string, so that a state of the simulator is a link. Missing or invalid values keep the
 * page's defaults.
 */
export function settingsFromQuery(search: string): HostSettings {
  const query = new URLSearchParams(search);
  const platform = oneOf(platforms, query.get('platform')) ?? defaultSettings.platform;
  const path = query.get('path');
  return {
    platform,
    transport: oneOf(transportsOf[platform], query.get('transport')) ?? transportsOf[platform][0] ?? 'simulator',
    path: path?.startsWith('/') && !path.startsWith('//') ? path : defaultSettings.path,
    user: oneOf(users, query.get('user')) ?? defaultSettings.user,
    theme: oneOf(['light', 'dark'], query.get('theme')) ?? defaultSettings.theme,
    languageType: oneOf(['en_US', 'zh_TW'], query.get('language')) ?? defaultSettings.languageType,
    statusBarHeight: whole(query.get('statusBar'), tallestStatusBar) ?? defaultSettings.statusBarHeight,
    cookies: oneOf(cookieSets, query.get('cookies')) ?? defaultSettings.cookies,
    capabilities: parseList(hostMethods, query.get('capabilities')),
    behaviours: Object.fromEntries(hostMethods.flatMap((method) => behaviourIn(query, method))),
    early: (query.get('early') ?? '').split(',').flatMap(earlyCommand),
  };
}

/** Returns the query string that `settingsFromQuery` reverses; defaults are left out. */
export function queryFromSettings(settings: HostSettings): string {
  const query = new URLSearchParams();
  const note = (name: string, value: string | number, usual: string | number) => {
    if (value !== usual) query.set(name, String(value));
  };
  note('platform', settings.platform, defaultSettings.platform);
  note('transport', settings.transport, transportsOf[settings.platform][0] ?? '');
  note('path', settings.path, defaultSettings.path);
  note('user', settings.user, defaultSettings.user);
  note('theme', settings.theme, defaultSettings.theme);
  note('language', settings.languageType, defaultSettings.languageType);
  note('statusBar', settings.statusBarHeight, defaultSettings.statusBarHeight);
  note('cookies', settings.cookies, defaultSettings.cookies);
  if (settings.capabilities) query.set('capabilities', settings.capabilities.join(','));
  for (const [method, { delayMs, fault }] of Object.entries(settings.behaviours)) {
    note(`delay.${method}`, delayMs, honest.delayMs);
    note(`fault.${method}`, fault, honest.fault);
  }
  note('early', settings.early.map(({ command, value }) => (value ? `${command}:${value}` : command)).join(','), '');
  return query.toString();
}

function behaviourIn(query: URLSearchParams, method: HostMethod): [HostMethod, MethodBehaviour][] {
  const delayMs = whole(query.get(`delay.${method}`), longestDelayMs) ?? honest.delayMs;
  const fault = oneOf(faults, query.get(`fault.${method}`)) ?? honest.fault;
  return delayMs === honest.delayMs && fault === honest.fault ? [] : [[method, { delayMs, fault }]];
}

function earlyCommand(text: string): EarlyCommand[] {
  const [name, value = ''] = text.split(':');
  const command: CommandName | undefined = oneOf(commandNames, name);
  return command ? [{ command, value }] : [];
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null | undefined): Value | undefined {
  return values.find((value) => value === text);
}

function parseList<Value extends string>(values: readonly Value[], text: string | null): Value[] | undefined {
  if (text === null) return undefined;
  const names = text.split(',');
  return values.filter((value) => names.includes(value));
}

function whole(text: string | null, most: number): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
}
