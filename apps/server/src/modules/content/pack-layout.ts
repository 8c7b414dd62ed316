import { join } from 'node:path';
import { languages } from '@lightstick/contract';
import * as z from 'zod';
import type { PackLists } from './pack.ts';
import { brandFileName } from './read-brand.ts';
import { activity, best7Poll, idol, songEvent, team } from './schema/activities.ts';
import { fields, oneOf, wordId } from './schema/fields.ts';
import { chatWords, liveRoom } from './schema/live.ts';
import { box, envelope, luckBudget, packet, raffle, stakingBudget, stakingPlan, stakingPool } from './schema/luck.ts';
import { nft, offer, votePack } from './schema/mall.ts';
import { banner, faqEntry } from './schema/pages.ts';
import { gifts, invites, limits, points, quiz, riddleRound, taskSchemaFor } from './schema/tasks.ts';
import type { Problem, YamlFile } from './yaml-file.ts';

/* Which files a pack has, and which lists are in them. */

const instantExpectation = 'a time such as 2026-11-21T20:00:00Z';
const instant = z.iso.datetime({ offset: true, error: instantExpectation }).transform((text) => new Date(text));

const versionExpectation = 'a version such as 1.0.0';

/** `pack.yaml` */
export const packHead = fields({
  name: wordId,
  version: z.string({ error: versionExpectation }).regex(/^\d+\.\d+\.\d+$/, { error: versionExpectation }),
  /** The only language of the pack, whose texts then stand for both. */
  language: oneOf(languages).optional(),
  invites,
  limits,
  gifts,
  points,
  /** Written by `content export`: relative times go on counting from the same instant. */
  anchoredAt: instant.optional(),
});

/** The lists of a pack: each is the only field of its file, but for those of luck and staking. Optional ones may be missing. */
export const packLists: {
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

export const packHeadFile = 'pack.yaml';
export const simulationFile = 'simulation.yaml';

const lists: readonly ListRule<unknown>[] = Object.values(packLists);
const requiredFiles = [packHeadFile, ...lists.filter((list) => !list.optional).map((list) => list.file)];
const knownFiles = [packHeadFile, ...new Set(lists.map((list) => list.file)), simulationFile, brandFileName];

export type ListRule<T> = {
  readonly file: string;
  readonly key: string;
  readonly schemaFor: (raw: unknown) => z.ZodType<T>;
  readonly optional?: true;
};

/** Reports missing files, and files with an unknown name, which is most likely misspelt. */
export function strayFiles(folder: string, files: ReadonlyMap<string, unknown>): Problem[] {
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
export function keysOf(name: string): string[] {
  return lists.filter(({ file }) => file === name).map(({ key }) => key);
}

/** Reports what in a file with lists is no list's. */
export function strayKeys(name: string, { contents, problem }: YamlFile): Problem[] {
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

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
