import type { ServerKeys } from './server-keys.ts';

/** The header by which the doctor asks a server how its request arrived. */
export const probeHeader = 'x-lightstick-probe';

const context = 'how a request arrives';
const validMs = 60_000;

/** Issues a token that holds for a minute, at every server with the same secret. */
export function issueProbeToken(keys: ServerKeys, now: Date): string {
  return keys.seal('doctor', String(now.getTime() + validMs), context).toString('base64url');
}

export function isProbeToken(keys: ServerKeys, token: string, now: Date): boolean {
  try {
    const until = Number(keys.open('doctor', Buffer.from(token, 'base64url'), context).toString());
    return until > now.getTime() && until <= now.getTime() + 2 * validMs;
  } catch {
    return false;
  }
}
