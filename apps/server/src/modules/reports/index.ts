export { weighReport } from './reports.store.ts';
