import type { HostMethod } from './envelope.ts';

/**
 * Why a request to the host failed: it lacks the method, said nothing in time, gave an answer that nobody can read,
 * refused, or could not be reached at all.
 */
export type HostFailure = 'unsupported' | 'timeout' | 'unreadable' | 'refused' | 'unreachable';

/** A request to the host came to nothing. `refusalCode` is the host's own word for why it refused. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly method: HostMethod;
  readonly reason: HostFailure;
  readonly refusalCode: string | undefined;

  constructor(method: HostMethod, reason: HostFailure, options: ErrorOptions & { refusalCode?: string } = {}) {
    super(`The host did not carry out ${method}: ${reason}${options.refusalCode ? ` (${options.refusalCode})` : ''}.`, {
      cause: options.cause,
    });
    this.method = method;
    this.reason = reason;
    this.refusalCode = options.refusalCode;
  }
}
