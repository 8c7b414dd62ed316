export const languages = ['en_US', 'zh_TW'] as const;
export type Language = (typeof languages)[number];

export type Wording = Readonly<Record<Language, string>>;

const first = '{"en_US":';

/**
 * Declares what a schema expects beyond its type, to be read after the field's name. Zod gives an issue one text only, so the
 * text is the wording in both languages.
 */
export function expectation({ en_US, zh_TW }: Wording): string {
  return JSON.stringify({ en_US, zh_TW });
}

/** Returns the wording of an issue's message; undefined where zod itself wrote it. */
export function expectationOf(message: string): Wording | undefined {
  return message.startsWith(first) ? (JSON.parse(message) as Wording) : undefined;
}
