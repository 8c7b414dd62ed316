import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { type Language, languageOfTag } from '@lightstick/contract';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import type { Settings } from '#/config/settings.ts';
import { Refusal } from '#/errors.ts';
import { addressOf } from '#/lib/network-of.ts';
import { isClientKey, uuidV7TimeMs } from '#/lib/uuid.ts';

/**
 * Returns the client's address in one spelling, as far as TRUST_PROXY lets it be known. Nothing else reads
 * `request.ip`.
 */
export function clientAddressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return addressOf(ip);
}

/** Whether to believe what an address writes in `X-Forwarded-For`; `hop` counts from this server. */
type Trust = (address: string | undefined, hop: number) => boolean;

/** Trusts a number of proxies, or those of a list. A proxy with a port in its address is still the one that is meant. */
export function trustOf(setting: Settings['trustProxy']): boolean | Trust {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const isListed = proxyAddr.compile(setting.split(',').map((network) => network.trim()));
  return (address, hop) => isListed(addressOf(address), hop);
}

/** Proxies' code for an unknown country; their codes for anonymous networks are no countries either. */
const unknownCountry = 'XX';

/** Returns the client's country (ISO 3166-1), from the header that COUNTRY_HEADER names or else by DEFAULT_COUNTRY. */
export function countryOf({ headers, server }: FastifyRequest): string | undefined {
  const { countryHeader, defaultCountry } = server.services.settings;
  if (countryHeader === undefined) return defaultCountry;
  const country = headers[countryHeader];
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== unknownCountry ? country : undefined;
}

const sane = /^[\w.:-]{8,64}$/;
const processPart = randomBytes(6).toString('base64url');
let counter = 0;

/**
 * Returns the id of a request in the logs: the `x-request-id` of a proxy or client if it is a harmless token, else a
 * new one.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && sane.test(given)) return given;
  counter += 1;
  return `${processPart}-${counter.toString(36)}`;
}

/** Clocks of phones are wrong, but rarely by more than this; keys are stored in time order. */
const furthestAheadMs = 24 * 60 * 60 * 1000;

const exampleKey = '0193a5b0-7c1e-7d3a-9f60-2b1c4d5e6f70';

/**
 * Returns the client's `Idempotency-Key` in lower case; undefined if none was sent where it is optional.
 * @throws Refusal REQUEST_INVALID when a required one is missing, when it is no UUID of a client's, or of version 7 with a
 * time more than a day ahead
 */
export function idempotencyKeyOf(
  header: string | string[] | undefined,
  now: Date,
  need: 'required' | 'optional',
): string | undefined {
  if (header === undefined && need === 'optional') return undefined;
  if (header === undefined) {
    throw new Refusal('REQUEST_INVALID', {
      field: 'Idempotency-Key',
      expected: {
        en_US:
          `is required here: a UUID made for this request, such as ${exampleKey}, ` +
          'and the same one when it is sent again',
        zh_TW: `為必填：請為這個請求產生一個 UUID，例如 ${exampleKey}，重送時使用同一個`,
      },
    });
  }
  if (typeof header !== 'string' || !isClientKey(header)) {
    throw new Refusal('REQUEST_INVALID', {
      field: 'Idempotency-Key',
      expected: {
        en_US: `must be a UUID such as ${exampleKey}`,
        zh_TW: `必須是 UUID，例如 ${exampleKey}`,
      },
    });
  }
  const key = header.toLowerCase();
  const timeMs = uuidV7TimeMs(key);
  if (timeMs !== undefined && timeMs > now.getTime() + furthestAheadMs) {
    throw new Refusal('REQUEST_INVALID', {
      field: 'Idempotency-Key',
      expected: {
        en_US: 'the time inside this UUID must not be more than a day ahead; check the device’s clock',
        zh_TW: '此 UUID 內的時間不可超前一天以上，請檢查裝置時間',
      },
    });
  }
  return key;
}

/**
 * Asserts that an `X-Account-Id` is the account of the token or passport beside it: a page that was opened for one fan
 * must not act for another who has signed in since. Throws Refusal ACCOUNT_CHANGED.
 */
export function assertNamedAccount({ 'x-account-id': named }: IncomingHttpHeaders, accountId: string): void {
  if (named !== undefined && named !== accountId) throw new Refusal('ACCOUNT_CHANGED');
}

const byHeader = new Map<string, Language>();
const rememberedHeaders = 500;

/**
 * Returns the answer's language from `Accept-Language`: the known language with the greatest weight, else English.
 * Headers repeat, so recent distinct ones are cached.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'en_US';
  const known = byHeader.get(header);
  if (known) return known;
  const language = negotiate(header);
  if (header.length <= 200) {
    if (byHeader.size >= rememberedHeaders) byHeader.clear();
    byHeader.set(header, language);
  }
  return language;
}

function negotiate(header: string): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const range of header.slice(0, 400).split(',')) {
    const [tag = '', ...parameters] = range.trim().split(';');
    const language = languageOfTag(tag.trim());
    if (!language) continue;
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality ? Number(quality.trim().slice(2)) : 1;
    if (weight > 0 && (!best || weight > best.weight)) best = { language, weight };
  }
  return best?.language ?? 'en_US';
}

/**
 * Returns the origins that this server announces: its public address, and on a development server its local ones. A
 * redirect may lead to these alone.
 */
export function ownOrigins({ server, services: { settings } }: FastifyInstance): string[] {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const local = port === undefined ? [] : settings.localHosts.map((host) => new URL(`http://${host}:${port}`).origin);
  return [...new Set([settings.publicUrl, ...local])];
}

/** Returns the announced origin that a request was sent to, so that its fan returns there; else the public one. */
export function ownOriginOf({ host, server }: Pick<FastifyRequest, 'host' | 'server'>): string {
  const origins = ownOrigins(server);
  return origins.find((origin) => new URL(origin).host === host) ?? server.services.settings.publicUrl;
}
