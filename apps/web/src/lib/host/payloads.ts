import { languageOfTag } from '@lightstick/contract/language-of-tag';
import type { Language, Theme } from '#/boot/boot-result.ts';

/** The host's word about the surroundings. A field that is missing or of the wrong type is simply not known. */
export type HostEnvironment = {
  readonly languageType?: Language;
  readonly theme?: Theme;
  /** The height in CSS pixels. */
  readonly statusBarHeight?: number;
  /** The methods that this host has; absent when it has all of them. */
  readonly capabilities?: readonly string[];
};

/** The host's commands to the page. */
export type HostCommand =
  | { readonly command: 'changeTheme'; readonly params: { readonly theme: Theme } }
  | { readonly command: 'changeLanguage'; readonly params: { readonly languageType: Language } }
  | { readonly command: 'refreshData'; readonly params: Record<string, never> };

const tallestStatusBar = 120;

/** Tells whether it is a JSON object, as opposed to null, a list and plain values. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseTheme(value: unknown): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined;
}

function parseHeight(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= tallestStatusBar ? value : undefined;
}

/** Returns the result of `getEnvInfo` or the cookie of that name; undefined when it is no object at all. */
export function parseEnvironment(value: unknown): HostEnvironment | undefined {
  if (!isRecord(value)) return undefined;
  const theme = parseTheme(value['theme']);
  const languageType = languageOfTag(value['languageType']);
  const statusBarHeight = parseHeight(value['statusBarHeight']);
  const capabilities = value['capabilities'];
  return {
    ...(theme && { theme }),
    ...(languageType && { languageType }),
    ...(statusBarHeight !== undefined && { statusBarHeight }),
    ...(Array.isArray(capabilities) && { capabilities: capabilities.filter((name) => typeof name === 'string') }),
  };
}

/**
 * Returns the result of `getUserInfo` or of its cookie: null when signed out, undefined when it is neither an object
 * nor empty.
 */
export function parseUser(value: unknown): HostUser | null | undefined {
  if (value === null || value === undefined) return null;
  return isRecord(value) ? parseHostUser(value) : undefined;
}

/**
 * Returns a command by its name and parameters; undefined when we know no such command or cannot read its parameters.
 */
export function parseCommand(command: unknown, params: unknown): HostCommand | undefined {
  const given = isRecord(params) ? params : {};
  if (command === 'refreshData') return { command, params: {} };
  if (command === 'changeTheme') {
    const theme = parseTheme(given['theme']);
    return theme && { command, params: { theme } };
  }
  if (command === 'changeLanguage') {
    const languageType = languageOfTag(given['languageType']);
    return languageType && { command, params: { languageType } };
  }
  return undefined;
}

/** The host's user: the required fields, and all others (nickname, fanCode, …) unchecked. */
export type HostUser = {
  readonly token: string;
  readonly accountId: string;
  readonly passportToken?: unknown;
  readonly [field: string]: unknown;
};

/** Parses a user from any source. Without a token or an account id it is anonymous: null. */
export function parseHostUser(value: unknown): HostUser | null {
  const user = value as HostUser | null | undefined;
  const isSomebody = [user?.token, user?.accountId].every((field) => field && typeof field === 'string');
  return isSomebody ? (user ?? null) : null;
}
