export { applyContent, type ContentReport, type ContentSource } from './apply-content.ts';
export { formatProblem, PackProblems, type Problem } from './problem.ts';
export { readPack } from './read-pack.ts';
