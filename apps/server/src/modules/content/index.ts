import type { Module } from '#/services.ts';
import { pageRoutes } from './pages/pages.routes.ts';

export { readKnowledgeVersion, readWrittenKnowledge, watchSimulation, type WrittenKnowledge } from './content.view.ts';
export type { AnswerFact } from './schema/pages.ts';

export { applyContent, type ContentReport, type Simulate } from './apply-content.ts';
export { exportContent, ExportRefused, type ExportReport, readPackLanguage } from './pack-files.ts';
export { formatProblem, PackProblems } from './yaml-file.ts';
export type { Pack } from './pack.ts';
export { readPack } from './read-pack.ts';
export { resolvePackTime } from './pack-time.ts';
export type { Activity, Best7Poll, Simulation, SongEvent } from './schema/activities.ts';

export const content = { routes: pageRoutes } satisfies Module;
