import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sane = /^[\w.:-]{8,64}$/;
const processPart = randomBytes(6).toString('base64url');
let counter = 0;

/**
 * The id under which a request is found in the logs: what a proxy or client sent as `x-request-id` when it is a token
 * that is harmless in a log and a header, else one of our own.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && sane.test(given)) return given;
  counter += 1;
  return `${processPart}-${counter.toString(36)}`;
}
