import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@lightstick/contract';
import * as z from 'zod';
import { crossChecks } from './cross-checks.ts';
import type { PackEntry, Pack, PackDraft, PackLists, PackSections, Section } from './pack.ts';
import { expiryProblems, expiryTexts, withExpiry } from './expiry-texts.ts';
import { fillInTexts, withBrand } from './filled-texts.ts';
import { formatPath, inReadingOrder, parseFields, type Problem, readYaml, type YamlFile } from './yaml-file.ts';
import { brandFileName, type BrandRead, readBrand } from './read-brand.ts';
import { type PagesRead, readPages } from './read-pages.ts';
import { type PicturesRead, readPictures } from './read-pictures.ts';
import { readRecordings, type RecordingsRead } from './read-recordings.ts';
import { activity, best7Poll, idol, simulation, songEvent, team } from './schema/activities.ts';
import { brandFile } from './schema/brand.ts';
import { chatWords, liveRoom } from './schema/live.ts';
import { banner, faqEntry } from './schema/pages.ts';
import { fields, oneOf, packContext, wordId } from './schema/fields.ts';
import { box, envelope, luckBudget, packet, raffle, stakingBudget, stakingPlan, stakingPool } from './schema/luck.ts';
import { nft, offer, votePack } from './schema/mall.ts';
import { gifts, invites, limits, points, quiz, riddleRound, taskSchemaFor } from './schema/tasks.ts';
import { decodeText } from './yaml-faults.ts';

const versionExpectation = 'a version such as 1.0.0';

/** `pack.yaml` */
const packHead = fields({
  name: wordId,
  version: z.string({ error: versionExpectation }).regex(/^\d+\.\d+\.\d+$/, { error: versionExpectation }),
  /** The only language of the pack, whose texts then stand for both. */
  language: oneOf(languages).optional(),
  invites,
  limits,
  gifts,
  points,
});

/** The lists of a pack: each is the only field of its file, but for those of luck and staking. Optional ones may be missing. */
const packLists: {
  // A task's schema depends on its type; the draft of a task of unknown type is never used.
  readonly [List in keyof PackLists]: ListRule<List extends 'tasks' ? unknown : PackLists[List]>;
} = {
  teams: { file: 'teams.yaml', key: 'teams', schemaFor: () => team },
  idols: { file: 'idols.yaml', key: 'idols', schemaFor: () => idol },
  activities: { file: 'activities.yaml', key: 'activities', schemaFor: () => activity },
  tasks: { file: 'tasks.yaml', key: 'tasks', schemaFor: taskSchemaFor },
  quizzes: { file: 'quizzes.yaml', key: 'quizzes', schemaFor: () => quiz, optional: true },
  riddleRounds: { file: 'riddles.yaml', key: 'rounds', schemaFor: () => riddleRound, optional: true },
  best7Polls: { file: 'best7.yaml', key: 'polls', schemaFor: () => best7Poll, optional: true },
  songEvents: { file: 'songs.yaml', key: 'events', schemaFor: () => songEvent, optional: true },
  banners: { file: 'banners.yaml', key: 'banners', schemaFor: () => banner, optional: true },
  offers: { file: 'offers.yaml', key: 'offers', schemaFor: () => offer },
  votePacks: { file: 'packs.yaml', key: 'packs', schemaFor: () => votePack, optional: true },
  nfts: { file: 'nfts.yaml', key: 'nfts', schemaFor: () => nft, optional: true },
  luckBudgets: { file: 'luck.yaml', key: 'budgets', schemaFor: () => luckBudget, optional: true },
  packets: { file: 'luck.yaml', key: 'packets', schemaFor: () => packet, optional: true },
  boxes: { file: 'luck.yaml', key: 'boxes', schemaFor: () => box, optional: true },
  envelopes: { file: 'luck.yaml', key: 'envelopes', schemaFor: () => envelope, optional: true },
  raffles: { file: 'luck.yaml', key: 'raffles', schemaFor: () => raffle, optional: true },
  stakingBudgets: { file: 'staking.yaml', key: 'budgets', schemaFor: () => stakingBudget, optional: true },
  stakingPools: { file: 'staking.yaml', key: 'pools', schemaFor: () => stakingPool, optional: true },
  stakingPlans: { file: 'staking.yaml', key: 'plans', schemaFor: () => stakingPlan, optional: true },
  chatWords: { file: 'chat-words.yaml', key: 'lists', schemaFor: () => chatWords, optional: true },
  faq: { file: 'faq.yaml', key: 'entries', schemaFor: () => faqEntry, optional: true },
  liveRooms: { file: 'live.yaml', key: 'rooms', schemaFor: () => liveRoom, optional: true },
};

/** `simulation.yaml`, optional. */
export { simulation };

const packHeadFile = 'pack.yaml';
const simulationFile = 'simulation.yaml';

const lists: readonly ListRule<unknown>[] = Object.values(packLists);
const requiredFiles = [packHeadFile, ...lists.filter((list) => !list.optional).map((list) => list.file)];
const knownFiles = [packHeadFile, ...new Set(lists.map((list) => list.file)), simulationFile, brandFileName];

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
function onlyLanguageOf(head: YamlFile | undefined): Language | undefined {
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

/** Reports missing files, and files with an unknown name, which is most likely misspelt. */
function strayFiles(folder: string, files: ReadonlyMap<string, unknown>): Problem[] {
  const names = [...files.keys()];
  const problem = (name: string, message: string): Problem => ({
    file: join(folder, name),
    line: 1,
    field: '',
    message,
  });
  if (names.length === 0) {
    const message = `is no content pack; expected a folder with ${requiredFiles.join(', ')}`;
    return [{ file: folder, line: 0, field: '', message }];
  }
  return [
    ...requiredFiles
      .filter((name) => !names.includes(name))
      .map((name) => problem(name, 'is missing; expected a file of this name in every pack')),
    ...names
      .filter((name) => !knownFiles.includes(name))
      .map((name) => problem(name, `is not a file of a pack; expected one of ${knownFiles.join(', ')}`)),
  ];
}

/** Returns the keys of a file's lists. */
function keysOf(name: string): string[] {
  return lists.filter(({ file }) => file === name).map(({ key }) => key);
}

/** Reports what in a file with lists is no list's. */
function strayKeys(name: string, { contents, problem }: YamlFile): Problem[] {
  const keys = keysOf(name);
  const expected = keys.length === 1 ? `${keys.join()} and nothing else` : `one of ${keys.join(', ')}`;
  if (!isMap(contents)) {
    // Where one list is expected, it is missing.
    return keys.length > 1 && contents !== undefined ? [problem([], `is not a map; expected ${expected}`)] : [];
  }
  if (keys.length === 0) return [];
  return Object.keys(contents)
    .filter((key) => !keys.includes(key))
    .map((key) => problem([key], `is not a known field; expected ${expected}`));
}

function readWhole<T>(schema: z.ZodType<T>, file: YamlFile | undefined, problems: Problem[]): PackEntry<T> | undefined {
  if (!file || file.problems.length > 0) return undefined;
  const parsed = parseFields(schema, file.contents, file.problem);
  problems.push(...parsed.problems);
  return parsed.value === undefined ? undefined : { value: parsed.value, problem: file.problem };
}

type ListRule<T> = {
  readonly file: string;
  readonly key: string;
  readonly schemaFor: (raw: unknown) => z.ZodType<T>;
  readonly optional?: true;
};

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

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function digestOf(files: Iterable<readonly [name: string, contents: string | Uint8Array]>): Buffer {
  const hash = createHash('sha256');
  for (const [name, contents] of files) hash.update(`${name}\0${Buffer.byteLength(contents)}\0`).update(contents);
  return hash.digest();
}
