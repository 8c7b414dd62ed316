export { linkOrContactIn } from './links-and-contacts.ts';
export { weighReport } from './reports.store.ts';
export { createWordFilter, type WordFilter } from './word-filter.ts';
