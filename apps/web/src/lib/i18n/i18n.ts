import type { BootWindow } from '#/boot/boot-result.ts';
import { pageBrand } from '../brand.ts';
import { environment, type Language, languageTag } from '../environment.ts';
import { externalStore } from '../external-store.ts';
import { composeMessage, type MessageValues, type Token } from './compose-message.ts';
import type catalogue from '../../../public/locales/en_US.json';

/** Every text of the interface. A misspelt id is a type error. */
export type MessageId = keyof typeof catalogue;
export type Translate = (id: MessageId, values?: MessageValues) => string;

/** The texts of one language as the build compiles them. */
type Messages = Readonly<Record<string, readonly Token[]>>;

/** A new function per language, so that dependent components and effects update. */
export const translator = externalStore<Translate>((id) => id);

/** Fetches `en_US.home.json`, home's texts, or `en_US.json`, all texts. */
export async function fetchMessages(name: Language | `${Language}.home`): Promise<Messages> {
  const response = await fetch(`/locales/${name}.json`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`The ${name} texts answered ${response.status}.`);
  return (await response.json()) as Messages;
}

/** Switches the screen to a language with these of its texts, which name the product. A missing text shows its id. */
export function activate(language: Language, messages: Messages): void {
  const names = pageBrand()[language];
  translator.write((id, values) => composeMessage(messages[id] ?? id, { ...names, ...values }, languageTag(language)));
}

let started: Promise<void> | undefined;
let complete: Promise<void> | undefined;

/** Awaits the texts that the pre-paint script asked for; asks again when that failed. */
export function startI18n(): Promise<void> {
  started = start();
  if ((globalThis as BootWindow).lightstickBoot?.isForHome !== true) complete = started;
  return started;
}

async function start(): Promise<void> {
  const { languageType } = environment();
  const boot = (globalThis as BootWindow).lightstickBoot;
  const messages = await (boot?.messages as Promise<Messages> | undefined)?.catch(() => undefined);
  activate(languageType, messages ?? (await fetchMessages(boot?.isForHome ? `${languageType}.home` : languageType)));
}

/** Switches the screen to a language with its whole catalogue. */
export function activateAll(language: Language, messages: Messages): void {
  activate(language, messages);
  complete = Promise.resolve();
}

/** Awaits all texts. A failed request is repeated by the next caller. */
export function allTexts(): Promise<void> {
  complete ??= addOthers().catch((error: unknown) => {
    complete = undefined;
    throw error;
  });
  return complete;
}

async function addOthers(): Promise<void> {
  const { languageType } = environment();
  const [messages] = await Promise.all([fetchMessages(languageType), started]);
  // Another language may have come in the meantime, with all its texts.
  if (environment().languageType === languageType) activate(languageType, messages);
}
