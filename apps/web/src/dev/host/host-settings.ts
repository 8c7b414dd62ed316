import type { Language, Theme } from '#/boot/boot-result.ts';
import { externalStore } from '#/lib/external-store.ts';
import type { HostMethod, CommandEnvelope } from '#/lib/host/envelope.ts';
import type { HostCommand } from '#/lib/host/payloads.ts';

export const platforms = ['ios', 'android'] as const;
export type Platform = (typeof platforms)[number];

/** The ways in which page and host reach each other, in words of the platform's own API. */
const transports = ['reply', 'handler', 'listener', 'interface', 'legacy', 'simulator'] as const;
export type Transport = (typeof transports)[number];

/** The transports of a platform; the first is the one to build on. */
export const transportsOf: Readonly<Record<Platform, readonly Transport[]>> = {
  ios: ['reply', 'handler', 'legacy', 'simulator'],
  android: ['listener', 'interface', 'legacy', 'simulator'],
};

/**
 * The host's user. `stale`: the first answer has an invalid token, later ones a valid one, as from a host that renews it on
 * request. `expired`: it is never renewed.
 */
export const users = ['nobody', 'fan', 'stale', 'expired'] as const;
export type User = (typeof users)[number];

export const cookieSets = ['none', 'environment', 'both'] as const;
export type CookieSet = (typeof cookieSets)[number];

/** The faults that the answers of one method can have. */
export const faults = [
  'none',
  'silence',
  'lost',
  'twice',
  'error',
  'reject',
  'cut',
  'stranger',
  'misaddressed',
  'nonsense',
] as const;
export type Fault = (typeof faults)[number];

export type MethodBehaviour = { readonly delayMs: number; readonly fault: Fault };

/** A command that the host sends as soon as it can, long before the page has asked for anything. */
export type EarlyCommand = { readonly command: CommandName; readonly value: string };

/** All choices of a developer on the page, without the fan: a token does not belong in an address. */
export type HostSettings = {
  readonly platform: Platform;
  readonly transport: Transport;
  /** The address at which the app starts. */
  readonly path: string;
  readonly user: User;
  readonly theme: Theme;
  readonly languageType: Language;
  /** CSS pixels. */
  readonly statusBarHeight: number;
  readonly cookies: CookieSet;
  /** The methods that the host declares; undefined declares none, which means all. */
  readonly capabilities: readonly HostMethod[] | undefined;
  readonly behaviours: Readonly<Partial<Record<HostMethod, MethodBehaviour>>>;
  readonly early: readonly EarlyCommand[];
};

export const defaultSettings: HostSettings = {
  platform: 'ios',
  transport: 'reply',
  path: '/#/vote?activityId=1004',
  user: 'nobody',
  theme: 'light',
  languageType: 'en_US',
  statusBarHeight: 47,
  cookies: 'none',
  capabilities: undefined,
  behaviours: {},
  early: [],
};

export const honest: MethodBehaviour = { delayMs: 0, fault: 'none' };

/** The settings on screen now. */
export const settingsStore = externalStore<HostSettings>(defaultSettings);

export function changeSettings(change: Partial<HostSettings>): void {
  settingsStore.write({ ...settingsStore.read(), ...change });
}

export type CommandName = HostCommand['command'];

export const commandNames: readonly CommandName[] = ['changeTheme', 'changeLanguage', 'refreshData'];

/** Returns a command as a host sends it; the page must cope with a value that it does not know. */
export function commandEnvelope(id: string, command: CommandName, value = ''): CommandEnvelope {
  const params =
    command === 'changeTheme' ? { theme: value } : command === 'changeLanguage' ? { languageType: value } : {};
  return { v: 1, ch: 'lightstick', kind: 'cmd', id, command, params } as CommandEnvelope;
}
