import * as z from 'zod';

/** One environment variable: how it is read, and in words what would be right. */
export type Variable = {
  readonly schema: z.ZodType<unknown, string | undefined>;
  readonly expects: string;
  /** Its value is never shown, not even in a message that it is wrong. */
  readonly secret?: true;
};

const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(low).max(high));

const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));
// Not `z.url`, because the address of a socket has no host.
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\/\S+$/);

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The least length of `SERVER_SECRET` and of `METRICS_TOKEN` in characters. */
const secretLength = 32;
const metricsTokenLength = 16;

/** `false`, `true`, how many proxies to trust, or the list of their addresses: what Fastify's `trustProxy` takes. */
const proxies = z.string().transform((text): boolean | number | string => {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,2}$/.test(text) ? Number(text) : text;
});

/** Every setting there is. `.env.example` documents each of them for people; a test holds the two together. */
export const variables = {
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('development'),
    expects: 'production, development or test',
  },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), expects: 'a host name or an IP address to listen on' },
  PORT: { schema: whole(0, 65_535).default(3000), expects: 'a port number from 0 to 65535' },
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
  ANALYTICS: { schema: z.enum(['on', 'off']).default('on'), expects: 'on or off' },
  ANALYTICS_RETENTION_DAYS: { schema: whole(1, 3650).default(90), expects: 'a whole number of days from 1 to 3650' },
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
  METRICS_PORT: { schema: whole(0, 65_535).optional(), expects: 'a port number from 0 to 65535' },
  METRICS_TOKEN: {
    schema: z.string().min(metricsTokenLength).optional(),
    expects: `at least ${metricsTokenLength} random characters`,
    secret: true,
  },
  TRUST_PROXY: {
    schema: proxies.default(false),
    expects: 'false, true, the number of proxies in front, or their addresses separated by commas',
  },
  RATE_LIMIT_FACTOR: {
    schema: whole(1, 1_000_000).default(1),
    expects: 'a whole number from 1 to 1000000 by which every rate limit is multiplied',
  },
  MAX_IN_FLIGHT: { schema: whole(1, 1_000_000).default(2000), expects: 'a whole number from 1 to 1000000' },
  MAX_EVENT_LOOP_DELAY_MS: { schema: whole(10, 60_000).default(1000), expects: 'milliseconds from 10 to 60000' },
  DRAIN_SECONDS: { schema: whole(0, 300).default(0), expects: 'seconds from 0 to 300' },
} as const satisfies Record<string, Variable>;
