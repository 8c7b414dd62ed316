export { hasCluster } from './init-cluster.ts';
export { startEmbedded } from './start-embedded.ts';
export type { EmbeddedOptions, EmbeddedPostgres } from './start-embedded.ts';
