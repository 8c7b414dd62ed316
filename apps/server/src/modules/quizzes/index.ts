export { quizFanRecords } from './fan-records.ts';
export { quizParticipations } from './quiz-participations.ts';
export { quizWitness } from './quiz-witness.ts';
export { quizRoutes } from './quizzes.routes.ts';
