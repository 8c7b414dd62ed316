import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const timeoutMs = 10_000;

/** The address is not public, or its name leads to one that is not. */
export class AddressNotPublic extends Error {}

/** Returns whether a server may post to an address that a client has named: by https, its usual port, and a name. */
export function isPublicAddress(address: string, alsoOrigin?: string): boolean {
  const url = new URL(address);
  if (alsoOrigin !== undefined && url.origin === alsoOrigin) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && isIP(host) === 0;
}

type Post = {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
  /** One origin that may be private and plain: a receiver of tests. */
  readonly alsoOrigin?: string | undefined;
};

/**
 * Posts to an address that a client has named, and returns the status of the answer, whose body is not read:
 * - The name must lead to public addresses alone, judged by those that the connection uses.
 * - Redirects are not followed, and all of it takes ten seconds at most.
 *
 * @throws AddressNotPublic, and an error of the connection when there is no answer
 */
export function postToPublic(address: string, { headers, body, alsoOrigin }: Post): Promise<number> {
  if (!isPublicAddress(address, alsoOrigin)) return Promise.reject(new AddressNotPublic('The address is not public'));
  const isAllowed = new URL(address).origin === alsoOrigin;
  const send = address.startsWith('http:') ? requestPlain : request;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const sent = send(
      address,
      { method: 'POST', headers, signal, agent: false, ...(!isAllowed && { lookup: lookupPublic }) },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Resolves a name, and fails when any of its addresses is not public. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    const isPublic = addresses.every((address) => ipaddr.process(address).range() === 'unicast');
    done(
      error ?? (isPublic ? null : new AddressNotPublic('The name leads to an address that is not public')),
      found,
      family,
    );
  });
};
