import { type ErrorName, errorName } from '@lightstick/contract/errors';
import { ApiError } from './api-error.ts';

/**
 * Why the server refused, by the registry's name; undefined for any other error, and for a code that this build does not
 * know yet. Apart from `ApiError`, so that the registry stays off the first screen.
 */
export function refusalReason(error: unknown): ErrorName | undefined {
  return error instanceof ApiError ? errorName(error.code) : undefined;
}
