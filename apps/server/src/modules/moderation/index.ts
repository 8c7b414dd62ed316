export { linkOrContactIn } from './links-and-contacts.ts';
export { type ReportedTexts, takeReport } from './reports.store.ts';
export { createWordFilter, type WordFilter } from './word-filter.ts';
