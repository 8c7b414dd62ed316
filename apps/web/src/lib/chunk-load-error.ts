/**
 * The reason why a part of the app could not be loaded: it no longer exists, the request failed, or it took too long.
 */
export type ChunkFailure = 'missing' | 'error' | 'timeout';

type ChunkFacts = {
  readonly type: ChunkFailure;
  /** The chunk's address; empty if the browser does not report it. */
  readonly address: string;
  readonly isOutdated?: boolean;
  readonly cause?: unknown;
};

/** A part of the app could not be loaded, although it was asked for again and again. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type: ChunkFailure;
  readonly address: string;
  /** The server has a newer build, but unsaved work prevents a reload. */
  readonly isOutdated: boolean;

  constructor({ type, address, isOutdated = false, cause }: ChunkFacts) {
    super(`A part of the app could not be loaded (${type}): ${address || 'address unknown'}`, { cause });
    this.type = type;
    this.address = address;
    this.isOutdated = isOutdated;
  }
}
