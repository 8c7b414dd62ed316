import * as z from 'zod';
import { activity } from './schema/activities.ts';
import { fields, wordId } from './schema/fields.ts';
import { offer, votePack } from './schema/mall.ts';
import { simulation } from './schema/simulation.ts';
import { taskSchemaFor } from './schema/tasks.ts';
import { idol, team } from './schema/teams.ts';

const versionExpectation = 'a version such as 1.0.0';

/** `pack.yaml` */
export const packHead = fields({
  name: wordId,
  version: z.string({ error: versionExpectation }).regex(/^\d+\.\d+\.\d+$/, { error: versionExpectation }),
});

/** The lists of a pack: each is the one field of its file. */
export const packLists = {
  teams: { file: 'teams.yaml', key: 'teams', schemaFor: () => team },
  idols: { file: 'idols.yaml', key: 'idols', schemaFor: () => idol },
  activities: { file: 'activities.yaml', key: 'activities', schemaFor: () => activity },
  tasks: { file: 'tasks.yaml', key: 'tasks', schemaFor: taskSchemaFor },
  offers: { file: 'offers.yaml', key: 'offers', schemaFor: () => offer },
  votePacks: { file: 'packs.yaml', key: 'packs', schemaFor: () => votePack },
} as const;

/** `simulation.yaml`, which a pack may do without. */
export { simulation };

export const packHeadFile = 'pack.yaml';
export const simulationFile = 'simulation.yaml';
