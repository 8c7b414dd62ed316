export { weighReport } from './weigh-report.ts';
