import { isIP } from 'node:net';
import * as z from 'zod';
import { backupVariables } from './backup-settings.ts';
import { chainVariables } from './chain-settings.ts';
import { aiHostVariables } from './provider-settings.ts';
import { nodeAddress, type Variable, webAddress, whole, withoutEndSlashes } from './variable-schemas.ts';
import { watchingVariables } from './watching-settings.ts';

/** Addresses separated by commas; by http only of this machine. */
const relayAddresses = z
  .string()
  .transform((text) => text.split(',').map((address) => withoutEndSlashes(address.trim())))
  .pipe(
    z.array(
      nodeAddress.refine((address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address)),
    ),
  );
// Not `z.url`, because a socket's address has no host.
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\/\S+$/);

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The minimum length of `SERVER_SECRET` in characters. */
export const secretLength = 32;

/**
 * Returns whether a text is an address, a network such as 10.0.0.0/8, or one of Fastify's names for private networks.
 */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '1', ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && rest.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
}

/** `false`, `true`, a number of trusted proxies, or a list of their addresses, as in Fastify's `trustProxy`. */
const proxies = z
  .string()
  .refine(
    (text) => /^(true|false|\d{1,2})$/.test(text) || text.split(',').every((network) => isNetwork(network.trim())),
  )
  .transform((text): boolean | number | string => {
    if (text === 'true' || text === 'false') return text === 'true';
    return /^\d{1,2}$/.test(text) ? Number(text) : text;
  });

/** Exact hosts, because a wildcard would let pages load from anything else that a network serves. */
const hosts = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((host) => host.trim().toLowerCase())))
  .pipe(z.array(z.string().regex(/^(?=.{1,253}(:|$))[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/)));

/** All settings. `.env.example` documents each; a test compares the two. */
export const variables = {
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('development'),
    expects: 'production, development or test',
  },
  DEV_PAGES_IN_PUBLIC: {
    schema: z.enum(['yes', 'no']).default('no'),
    expects: 'yes or no: whether a development server, whose inbox everybody can read, may be public',
  },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), expects: 'a host name or an IP address to listen on' },
  PORT: { schema: whole(0, 65_535).default(3000), expects: 'a port number from 0 to 65535' },
  LISTEN_FD: {
    schema: whole(3, 255).optional(),
    expects: 'the number of a file descriptor from 3 to 255, which is a listening socket',
  },
  WORKERS: { schema: whole(1, 64).default(1), expects: 'a whole number of processes from 1 to 64' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), expects: 'a folder' },
  CONTENT_DIR: { schema: z.string().min(1).optional(), expects: 'a folder with a content pack' },
  DATABASE_URL: {
    schema: postgresAddress.optional(),
    expects: 'an address like postgresql://user:password@host:5432/name',
    secret: true,
  },
  DATABASE_APP_URL: {
    schema: postgresAddress.optional(),
    expects: 'an address like postgresql://user:password@host:5432/name, beside DATABASE_URL',
    secret: true,
  },
  DATABASE_READ_URL: {
    schema: postgresAddress.optional(),
    expects: 'an address like postgresql://user:password@replica:5432/name, beside DATABASE_URL',
    secret: true,
  },
  ...backupVariables,
  DATABASE_CONNECTIONS: { schema: whole(4, 500).default(20), expects: 'a whole number from 4 to 500' },
  PUBLIC_URL: { schema: webAddress.optional(), expects: 'an address like https://vote.example.com' },
  MAIN_SITE_URL: { schema: webAddress.optional(), expects: 'an address like https://www.example.com' },
  RECHARGE_URL: { schema: webAddress.optional(), expects: 'an address like https://pay.example.com/points' },
  ASSET_BASE_URL: { schema: webAddress.optional(), expects: 'an address like https://static.example.com' },
  HOME_VARIANT: { schema: z.enum(['web', 'app']).default('web'), expects: 'web or app' },
  PLATFORM_TIME_ZONE: {
    schema: z.string().refine(isTimeZone).default('Asia/Taipei'),
    expects: 'an IANA time zone like Asia/Taipei, by which daily and weekly tasks begin anew',
  },
  FRAME_ANCESTORS: {
    schema: z
      .string()
      .regex(/^('self'|'none'|https:\/\/[\w.*:-]+)( ('self'|https:\/\/[\w.*:-]+))*$/)
      .default("'self'"),
    expects: "'self', 'none', or origins like https://host.example.com separated by spaces",
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    expects: 'an address like smtp://user:password@mail.example.com:587',
    secret: true,
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]{0,80}<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/)
      .default('Lightstick <no-reply@localhost>'),
    expects: 'an address like Lightstick <no-reply@example.com>',
  },
  SERVER_SECRET: {
    schema: z.string().min(secretLength).optional(),
    expects: `at least ${secretLength} random characters, for example from: openssl rand -base64 32`,
    secret: true,
  },
  RECAPTCHA_SITE_KEY: { schema: z.string().min(20).optional(), expects: 'the site key of a reCAPTCHA' },
  RECAPTCHA_SECRET: { schema: z.string().min(20).optional(), expects: 'the secret key of a reCAPTCHA', secret: true },
  HUMAN_CHECK_WORK: {
    schema: whole(3, 100_000).default(300),
    expects: 'a whole number from 3 to 100000: how often a browser derives a key at most before it is let in',
  },
  ...chainVariables,
  ...aiHostVariables,
  RECAPTCHA_VERIFY_URL: {
    schema: webAddress.optional(),
    expects: 'an address like http://127.0.0.1:9000/siteverify, for tests only',
  },
  PUSH_TEST_RECEIVER: {
    schema: webAddress.optional(),
    expects: 'an address like http://127.0.0.1:9000, for tests only',
  },
  TIME_TURNED_BY: { schema: z.enum(['parent']).optional(), expects: 'parent, for tests only' },
  DRAW_BEACON: { schema: z.enum(['organiser', 'drand']).default('organiser'), expects: 'organiser or drand' },
  DRAND_RELAYS: {
    schema: relayAddresses.default([
      'https://api.drand.sh',
      'https://api2.drand.sh',
      'https://api3.drand.sh',
      'https://drand.cloudflare.com',
    ]),
    expects: 'addresses like https://api.drand.sh separated by commas',
    // A hosted relay may have the customer's key in its path.
    secret: true,
  },
  X_CLIENT_ID: { schema: z.string().min(1).max(256).optional(), expects: 'the OAuth 2 client id of an app at X' },
  X_CLIENT_SECRET: {
    schema: z.string().min(16).max(256).optional(),
    expects: 'the OAuth 2 client secret of an app at X',
    secret: true,
  },
  X_ACCOUNT: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9_]{1,15}$/)
      .optional(),
    expects: "the name of the organiser's account at X, without the @",
  },
  DISCORD_CLIENT_ID: {
    schema: z
      .string()
      .regex(/^\d{15,25}$/)
      .optional(),
    expects: 'the client id of an app at Discord, 15 to 25 digits',
  },
  DISCORD_CLIENT_SECRET: {
    schema: z.string().min(16).max(256).optional(),
    expects: 'the client secret of an app at Discord',
    secret: true,
  },
  ANALYTICS: { schema: z.enum(['on', 'off']).default('on'), expects: 'on or off' },
  ANALYTICS_RETENTION_DAYS: { schema: whole(1, 3650).default(90), expects: 'a whole number of days from 1 to 3650' },
  ANALYTICS_EVENTS_A_DAY: {
    schema: whole(50, 1_000_000_000).default(100_000),
    expects: 'a whole number of events from 50 to 1000000000',
  },
  GTAG_ID: {
    schema: z
      .string()
      .regex(/^(G|GT|AW|DC)-[A-Z0-9]{4,20}$/)
      .optional(),
    expects: 'a measurement id like G-ABC123DEF4',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
    expects: 'trace, debug, info, warn, error, fatal or silent',
  },
  ...watchingVariables,
  FORM_CALLBACK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
      .transform((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .optional(),
    expects: 'whsec_ and at least 24 random bytes in base64, for example from: echo "whsec_$(openssl rand -base64 32)"',
    secret: true,
  },
  FAN_VIDEO_MEGABYTES: { schema: whole(1, 2_000).default(200), expects: 'a whole number of megabytes from 1 to 2000' },
  FAN_VIDEO_DISK_GIGABYTES: {
    schema: whole(1, 100_000).default(20),
    expects: 'a whole number of gigabytes from 1 to 100000',
  },
  LIVE_FOLDER: { schema: z.string().min(1).optional(), expects: 'a folder that all processes share' },
  LIVE_RTMP_FOLDER: {
    schema: z.string().min(1).optional(),
    expects: 'the folder in which nginx writes the streams of encoders, as in deploy/nginx-rtmp.conf',
  },
  LIVE_EXTERNAL_HOSTS: {
    schema: hosts.default([]),
    expects: 'host names, with a port where it is not 443, separated by commas, like cdn.example.com',
  },
  VIDEO_STORAGE: { schema: z.enum(['folder', 's3']).default('folder'), expects: 'folder or s3' },
  S3_ENDPOINT: {
    schema: nodeAddress.transform(withoutEndSlashes).optional(),
    expects: 'an address like https://s3.eu-central-1.amazonaws.com, without a user name',
    // A key that is entered here by mistake must not appear in a log.
    secret: true,
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/)
      .default('us-east-1'),
    expects: 'a region like eu-central-1',
  },
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    expects: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  },
  S3_ACCESS_KEY_ID: {
    schema: z
      .string()
      .regex(/^\S{3,256}$/)
      .optional(),
    expects: 'the id of an access key',
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z
      .string()
      .regex(/^\S{8,256}$/)
      .optional(),
    expects: 'the secret of that access key',
    secret: true,
  },
  S3_PATH_STYLE: {
    schema: z
      .enum(['true', 'false'])
      .default('true')
      .transform((word) => word === 'true'),
    expects: 'true or false: whether the bucket stands in the path of its addresses, not in their host',
  },
  TRUST_PROXY: {
    schema: proxies.default(false),
    expects: 'the number of proxies in front, their addresses or networks separated by commas, false, or true',
  },
  COUNTRY_HEADER: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/)
      .transform((name) => name.toLowerCase())
      .optional(),
    expects: 'the name of a header like CF-IPCountry, in which the proxy in front says the country',
  },
  DEFAULT_COUNTRY: {
    schema: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    expects: 'two capital letters like TW (ISO 3166-1): the country of everyone where no COUNTRY_HEADER is set',
  },
  RATE_LIMIT_FACTOR: {
    schema: whole(1, 1_000_000).default(1),
    expects: 'a whole number from 1 to 1000000 by which every rate limit is multiplied',
  },
  MAX_IN_FLIGHT: { schema: whole(1, 1_000_000).default(2000), expects: 'a whole number from 1 to 1000000' },
  MAX_EVENT_LOOP_DELAY_MS: { schema: whole(10, 60_000).default(1000), expects: 'milliseconds from 10 to 60000' },
  DRAIN_SECONDS: { schema: whole(0, 300).default(0), expects: 'seconds from 0 to 300' },
} as const satisfies Record<string, Variable>;
