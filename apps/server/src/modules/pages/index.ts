export { findMarkdownFaults } from './markdown/markdown-faults.ts';
export { pageRoutes } from './pages.routes.ts';
