export { findMarkdownFaults } from './pages/markdown-faults.ts';
export { pageRoutes } from './pages/pages.routes.ts';

export { applyContent, type ContentReport } from './apply-content.ts';
export { formatProblem, PackProblems } from './problem.ts';
export { readPack } from './read-pack.ts';
