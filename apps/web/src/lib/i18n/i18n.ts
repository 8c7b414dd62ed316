import { type Messages, setupI18n } from '@lingui/core';
import type { BootWindow } from '#/boot/boot-result.ts';
import { chooseLanguage, environment, type Language, languageTag } from '../environment.ts';
import type catalogue from '../../../public/locales/en_US.json';

/** Every text of the interface. A misspelt id is a type error. */
export type MessageId = keyof typeof catalogue;
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (id: MessageId, values?: MessageValues) => string;

export const i18n = setupI18n();

async function fetchMessages(language: Language): Promise<Messages> {
  const response = await fetch(`/locales/${language}.json`);
  if (!response.ok) throw new Error(`The ${language} texts answered ${response.status}.`);
  return (await response.json()) as Messages;
}

function activate(language: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale: language, locales: languageTag(language), messages });
}

/** Awaits the texts that the pre-paint script asked for; asks once more when that failed. */
export async function startI18n(): Promise<void> {
  const { languageType } = environment();
  const asked = (globalThis as BootWindow).lightstickBoot?.messages;
  const messages = await (asked as Promise<Messages> | undefined)?.catch(() => undefined);
  activate(languageType, messages ?? (await fetchMessages(languageType)));
}

let latestWish = 0;

/**
 * Loads the texts of a language, then switches the interface at once. The latest choice wins, whatever the order of
 * responses. Throws when loading fails.
 */
export async function showLanguage(language: Language): Promise<void> {
  const wish = ++latestWish;
  const messages = await fetchMessages(language);
  if (wish !== latestWish) return;
  chooseLanguage(language);
  activate(language, messages);
}
