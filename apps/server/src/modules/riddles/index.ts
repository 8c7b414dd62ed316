export { riddleFanRecords } from './fan-records.ts';
export { markRiddlesJob } from './mark-riddles-job.ts';
export { normaliseAnswer } from './normalise-answer.ts';
export { readPendingRiddlePoints, readRiddleTitles } from './riddle-points.view.ts';
export { isSettled } from './riddle-round.rules.ts';
export { riddleParticipations } from './riddle-participations.ts';
export { riddleWitness } from './riddle-witness.ts';
export { riddleRoutes } from './riddles.routes.ts';
