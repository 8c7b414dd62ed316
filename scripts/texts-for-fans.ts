import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type Language = 'en_US' | 'zh_TW';
export type PlacedText = { readonly place: string; readonly text: string };

const root = join(import.meta.dirname, '..');
const modules = 'apps/server/src/modules';

const code = [
  'packages/contract/src/{error-texts*,vote-limits}.ts',
  `${modules}/mail/templates/{*-mails,render-message,template}.ts`,
  `${modules}/notices/push-words.ts`,
  `${modules}/ai-host/my-questions.view.ts`,
  `${modules}/tasks/{obstacle.rules,videos/video.rules}.ts`,
  `${modules}/{quarantine/suspicion,points/assets.view}.ts`,
];
/** Words of chats and of simulated fans are what fans type. */
const yaml = ['content/*/!(chat-words|simulation).yaml', `${modules}/ai-host/{answers,help-lines}.yaml`];

/** Lists of ways to ask or to answer, of which fans are shown the first and may type the others. */
const typed = /\/(?:asks|answers)$/;

/** Returns what fans read in a language: catalogue, packs and their pages, refusals, mails, pushes, the AI host's answers. */
export function textsForFans(language: Language): readonly PlacedText[] {
  return [
    ...textsIn([`apps/web/public/locales/${language}.json`], (text) => Object.entries(JSON.parse(text))),
    ...textsIn(yaml, (text) => valuesOf(parse(text), language, '')),
    ...textsIn([`content/*/pages/*.${language}.md`], (text) =>
      text.split('\n').map((line, at) => [`line ${at + 1}`, withoutTargets(line)] as const),
    ),
    ...textsIn(code, (text) => stringsIn(text).filter(([, value]) => isIn(language, value))),
  ];
}

function textsIn(
  patterns: readonly string[],
  read: (text: string) => readonly (readonly [place: string, text: unknown])[],
): readonly PlacedText[] {
  return globSync(patterns, { cwd: root }).flatMap((path) =>
    read(readFileSync(join(root, path), 'utf8')).map(([place, text]) => ({
      place: `${path}, ${place}`,
      text: String(text),
    })),
  );
}

/** The texts of a language in a parsed file, each with the keys that lead to it. */
function valuesOf(value: unknown, language: Language, place: string): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): (readonly [string, string])[] => {
    if (key !== language) return valuesOf(part, language, `${place}/${key}`);
    const texts: readonly unknown[] = Array.isArray(part) ? part : [part];
    return (typed.test(place) ? texts.slice(0, 1) : texts).map((text) => [place, String(text)]);
  });
}

function stringsIn(source: string): (readonly [place: string, text: string])[] {
  const comments = /^\s*(?:\/\/|\/?\*).*$/gm;
  const strings = /'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\\n]|\\.)+)`/g;
  return [...source.replaceAll(comments, '').matchAll(strings)].map(([, quoted, template]) => {
    const text = quoted ?? template ?? '';
    return [text, text.replaceAll(/\$\{[^}]*\}/g, '{value}')];
  });
}

function isIn(language: Language, text: string): boolean {
  const isChinese = /\p{Script=Han}/u.test(text);
  return language === 'zh_TW' ? isChinese : !isChinese && /[a-z’] [a-z]/i.test(text);
}

/** A line of Markdown without what its links lead to, code and addresses. */
function withoutTargets(line: string): string {
  return line.replaceAll(/\]\([^)]*\)|`[^`]*`|\S+@\S+/g, ']');
}

/** Lists the texts in which a fault is found, with their places. */
export function textsWith(fault: RegExp, texts: readonly PlacedText[]): readonly string[] {
  return texts.filter(({ text }) => fault.test(text)).map(({ place, text }) => `${place}: ${text}`);
}
