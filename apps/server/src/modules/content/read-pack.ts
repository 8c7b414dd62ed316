import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@lightstick/contract';
import type * as z from 'zod';
import { crossChecks } from './cross-checks.ts';
import type { PackEntry, Pack, PackDraft, PackLists, PackSections, Section } from './pack.ts';
import { expiryProblems, expiryTexts, withExpiry } from './expiry-texts.ts';
import { fillInTexts, withBrand } from './filled-texts.ts';
import { formatPath, inReadingOrder, parseFields, type Problem, readYaml, type YamlFile } from './yaml-file.ts';
import { brandFileName, type BrandRead, readBrand } from './read-brand.ts';
import {
  isMap,
  keysOf,
  type ListRule,
  packHead,
  packHeadFile,
  packLists,
  simulationFile,
  strayFiles,
  strayKeys,
} from './pack-layout.ts';
import { type PagesRead, readPages } from './read-pages.ts';
import { picturesFolder, type PicturesRead, readPictures } from './read-pictures.ts';
import { readRecordings, type RecordingsRead } from './read-recordings.ts';
import { simulation } from './schema/activities.ts';
import { brandFile } from './schema/brand.ts';
import { packContext } from './schema/fields.ts';
import { decodeText } from './yaml-faults.ts';

/**
 * Reads the content pack in a folder and checks all of it.
 * @param folder as the operator wrote it; problems name files by it
 * @returns the pack, or all its problems in reading order
 * @throws when the folder cannot be read
 */
export async function readPack(
  folder: string,
): Promise<{ pack: Pack; problems: readonly [] } | { pack: undefined; problems: readonly Problem[] }> {
  const missing = await findMissingFolder(folder);
  if (missing) return { pack: undefined, problems: [missing] };
  const texts = await readTexts(folder);
  const files = new Map(
    [...texts].map(([name, text]) => [
      name,
      typeof text === 'string'
        ? readYaml(join(folder, name), text)
        : reportUnreadable(join(folder, name), text.message),
    ]),
  );
  const language = onlyLanguageOf(files.get(packHeadFile));
  const [pages, recordings, pictures] = await Promise.all([
    readPages(folder, language),
    readRecordings(folder),
    readPictures(folder),
  ]);
  return packContext.run({ language, pictures: pictures.files, photos: new Map() }, () =>
    packFrom(folder, { texts, files, pages, recordings, pictures }),
  );
}

type ReadFiles = {
  readonly texts: Awaited<ReturnType<typeof readTexts>>;
  readonly files: ReadonlyMap<string, YamlFile>;
  readonly pages: PagesRead;
  readonly recordings: RecordingsRead;
  readonly pictures: PicturesRead;
};

async function packFrom(
  folder: string,
  { texts, files, pages, recordings, pictures }: ReadFiles,
): ReturnType<typeof readPack> {
  const problems: Problem[] = [
    ...strayFiles(folder, texts),
    ...pages.problems,
    ...recordings.problems,
    ...pictures.problems,
    ...[...files.values()].flatMap((file) => file.problems),
  ];
  const misread = [...files.values()].flatMap((file) => file.misread);
  for (const [name, file] of files) problems.push(...strayKeys(name, file));

  const head = readWhole(packHead, files.get(packHeadFile), problems);
  const sections = inEveryList((list) => readList<unknown>(packLists[list], files, problems)) as PackSections;
  const draft: PackDraft = { ...sections, simulation: readWhole(simulation, files.get(simulationFile), problems) };
  const brand = await readBrand(folder, readWhole(brandFile, files.get(brandFileName), problems));
  problems.push(...brand.problems, ...crossChecks(draft));
  if (head) problems.push(...expiryProblems(entriesOf(sections), pages.bodies, head.value.points));
  const found = [...misread, ...problems.filter((problem) => !misread.some((cause) => isFollowedBy(cause, problem)))];

  if (found.length > 0 || !head) return { pack: undefined, problems: inReadingOrder(withoutRepeats(found)) };
  const written = new Map(
    [...texts].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])),
  );
  return { pack: packOf(head.value, draft, { texts: written, pages, recordings, pictures, brand }), problems: [] };
}

async function findMissingFolder(folder: string): Promise<Problem | undefined> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder) return undefined;
  const message =
    `${isFolder === undefined ? 'is not there' : 'is a file'}; ` +
    'expected the folder of a content pack, such as content/demo';
  return { file: folder, line: 0, field: '', message };
}

/** Returns the language that `pack.yaml` names; a wrong one is reported with the other fields of the file. */
export function onlyLanguageOf(head: YamlFile | undefined): Language | undefined {
  const written = isMap(head?.contents) ? head.contents['language'] : undefined;
  return languages.find((language) => language === written);
}

/** Keeps one problem of a text that stands for both languages, under the field that is in the file. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const language = packContext.getStore()?.language;
  if (language === undefined) return [...problems];
  const places = problems.map(({ file, line, field, message }) => {
    const text = field.replace(/\.(?:en_US|zh_TW)(?=\[|$)/, '');
    return { place: `${file}:${line} ${text}: ${message}`, isNamed: field.includes(`.${language}`) || text === field };
  });
  const named = new Set(places.flatMap(({ place, isNamed }) => (isNamed ? [place] : [])));
  return problems.filter((_, index) => places[index]?.isNamed || !named.has(places[index]?.place ?? ''));
}

/** Returns the entries with texts that fans read. */
function entriesOf(sections: PackSections): readonly PackEntry<unknown>[] {
  const { chatWords: _, ...read } = sections;
  return Object.values(read).flatMap<PackEntry<unknown>>(({ entries }) => entries);
}

/** Returns whether a problem is only that a field was misread. */
function isFollowedBy(cause: Problem, { file, field }: Problem): boolean {
  return cause.file === file && (cause.field === field || field.startsWith(`${cause.field}.`));
}

/** Reports a file without contents. */
function reportUnreadable(file: string, message: string): YamlFile {
  const problem: YamlFile['problem'] = (path, other) => ({ file, line: 1, field: formatPath(path), message: other });
  return { name: file, contents: undefined, problems: [problem([], message)], misread: [], problem };
}

type PackFiles = Pick<ReadFiles, 'pages' | 'recordings' | 'pictures'> & {
  readonly texts: ReadonlyMap<string, string>;
  readonly brand: BrandRead;
};

function packOf(
  head: z.output<typeof packHead>,
  draft: PackDraft,
  { texts, pages, recordings, pictures, brand: { brand, texts: drawings } }: PackFiles,
): Pack {
  const expiry = expiryTexts(head.points, head.language);
  const filled = <T>(value: T): T =>
    fillInTexts(value, (text, language) => withBrand(withExpiry(text, language, expiry), language, brand));
  const fillIn = <T>(entries: readonly PackEntry<T>[]): PackEntry<T>[] =>
    entries.map(({ value, problem }) => ({ value: filled(value), problem }));
  return {
    ...head,
    fileNames: [
      ...[texts, pages.texts, recordings.texts, drawings].flatMap((named) => [...named.keys()]),
      ...[...pictures.files.keys()].map((name) => `${picturesFolder}/${name}`),
    ],
    digest: digestOf([...texts, ...pages.texts, ...recordings.texts, ...pictures.files, ...drawings]),
    ...(inEveryList((list) => fillIn<unknown>(draft[list].entries)) as Pick<Pack, keyof PackLists>),
    pages: pages.pages.map(filled),
    recordings: recordings.recordings,
    photos: [...(packContext.getStore()?.photos.values() ?? [])],
    simulation: draft.simulation?.value,
    brand,
  };
}

/** Makes one value of every list, under the list's name. */
function inEveryList(make: (list: keyof PackLists) => unknown): object {
  return Object.fromEntries((Object.keys(packLists) as (keyof PackLists)[]).map((list) => [list, make(list)]));
}

async function readTexts(folder: string): Promise<Map<string, string | { readonly message: string }>> {
  const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).toSorted();
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const decoded = decodeText(await readFile(join(folder, name)));
        return [name, 'text' in decoded ? decoded.text : decoded] as const;
      }),
    ),
  );
}

function readWhole<T>(schema: z.ZodType<T>, file: YamlFile | undefined, problems: Problem[]): PackEntry<T> | undefined {
  if (!file || file.problems.length > 0) return undefined;
  const parsed = parseFields(schema, file.contents, file.problem);
  problems.push(...parsed.problems);
  return parsed.value === undefined ? undefined : { value: parsed.value, problem: file.problem };
}

/** Reads entry by entry, so that an invalid one hides no problem of the others. */
function readList<T>(rule: ListRule<T>, files: ReadonlyMap<string, YamlFile>, problems: Problem[]): Section<T> {
  const file = files.get(rule.file);
  if (!file && rule.optional) return { entries: [], ids: new Set() };
  if (!file || file.problems.length > 0) return { entries: [], ids: undefined };
  const list: unknown = isMap(file.contents) ? file.contents[rule.key] : undefined;
  // A file with several lists may have some of them.
  if (list === undefined && keysOf(rule.file).length > 1) return { entries: [], ids: new Set() };
  if (!Array.isArray(list)) {
    problems.push(file.problem([rule.key], 'is not there; expected a list'));
    return { entries: [], ids: undefined };
  }

  const entries: PackEntry<T>[] = [];
  const ids = new Set<string>();
  for (const [index, raw] of list.entries()) {
    const problem: PackEntry<T>['problem'] = (path, message) => file.problem([rule.key, index, ...path], message);
    const { value, problems: wrong } = parseFields(rule.schemaFor(raw), raw, problem);
    problems.push(...wrong);
    if (value !== undefined) entries.push({ value, problem });
    const id = isMap(raw) && typeof raw['id'] === 'string' ? raw['id'] : undefined;
    if (id !== undefined && ids.has(id)) problems.push(problem(['id'], `is "${id}" again; expected an id of its own`));
    if (id !== undefined) ids.add(id);
  }
  return { entries, ids };
}

function digestOf(files: Iterable<readonly [name: string, contents: string | Uint8Array]>): Buffer {
  const hash = createHash('sha256');
  for (const [name, contents] of files) hash.update(`${name}\0${Buffer.byteLength(contents)}\0`).update(contents);
  return hash.digest();
}
