export { startEmbedded } from './start-embedded.ts';
export type { EmbeddedOptions, EmbeddedPostgres } from './start-embedded.ts';
