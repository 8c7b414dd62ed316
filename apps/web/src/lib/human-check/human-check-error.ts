import type { Contract, DataOf } from '@lightstick/contract';

export type HumanCheck = DataOf<Contract['GET /config']>['humanCheck'];

/** A provider's library could not be loaded: blocked, or no connection. */
export class LibraryMissingError extends Error {
  override readonly name = 'LibraryMissingError';
}

/** No token after all attempts; the cause is the last failure. */
export class HumanCheckError extends Error {
  override readonly name = 'HumanCheckError';
  /** Whether the check could be loaded and gave no token, or could not even be loaded. */
  readonly failed: 'loading' | 'checking';
  readonly provider: HumanCheck['provider'];

  constructor(provider: HumanCheck['provider'], cause: unknown) {
    super('There is no human-check token.', { cause });
    this.provider = provider;
    this.failed = cause instanceof LibraryMissingError ? 'loading' : 'checking';
  }
}
