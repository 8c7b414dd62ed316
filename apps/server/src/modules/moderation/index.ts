export { linkOrContactIn } from './links-and-contacts.ts';
export { createWordFilter, type WordFilter } from './word-filter.ts';
