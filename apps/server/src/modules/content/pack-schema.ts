import * as z from 'zod';
import { activity } from './schema/activities.ts';
import { banner } from './schema/banners.ts';
import { best7Poll } from './schema/best7.ts';
import { fields, wordId } from './schema/fields.ts';
import { gifts } from './schema/gifts.ts';
import { invites } from './schema/invites.ts';
import { limits } from './schema/limits.ts';
import { nft, offer, votePack } from './schema/mall.ts';
import { quiz } from './schema/quizzes.ts';
import { riddleRound } from './schema/riddles.ts';
import { simulation } from './schema/simulation.ts';
import { songEvent } from './schema/songs.ts';
import { taskSchemaFor } from './schema/tasks.ts';
import { idol, team } from './schema/teams.ts';

const versionExpectation = 'a version such as 1.0.0';

/** `pack.yaml` */
export const packHead = fields({
  name: wordId,
  version: z.string({ error: versionExpectation }).regex(/^\d+\.\d+\.\d+$/, { error: versionExpectation }),
  invites,
  limits,
  gifts,
});

/** The lists of a pack: each is the one field of its file. A pack may do without those that are optional. */
export const packLists = {
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
  votePacks: { file: 'packs.yaml', key: 'packs', schemaFor: () => votePack },
  nfts: { file: 'nfts.yaml', key: 'nfts', schemaFor: () => nft, optional: true },
} as const;

/** `simulation.yaml`, which a pack may do without. */
export { simulation };

export const packHeadFile = 'pack.yaml';
export const simulationFile = 'simulation.yaml';
