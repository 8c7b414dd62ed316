export { readLuckTitles } from './luck-titles.view.ts';
