export { pageRoutes } from './pages/pages.routes.ts';
export { readKnowledgeVersion, readWrittenKnowledge, type WrittenKnowledge } from './knowledge.view.ts';
export type { AnswerFact } from './schema/faq.ts';
export { watchSimulation } from './simulated.view.ts';

export { applyContent, type ContentReport, type Simulate } from './apply-content.ts';
export { formatProblem, PackProblems } from './problem.ts';
export type { Pack } from './pack.ts';
export { readPack } from './read-pack.ts';
export type { Simulation } from './schema/simulation.ts';
export { resolvePackTime } from './pack-time.ts';
export type { Best7Poll, Activity } from './schema/activities.ts';
export type { SongEvent } from './schema/songs.ts';
