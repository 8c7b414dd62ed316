import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type * as z from 'zod';
import { aiHostConflicts, aiHostSettingsFrom, storageConflicts, videoSettingsFrom } from './provider-settings.ts';
import { backupSettingsFrom } from './backup-settings.ts';
import { chainConflicts, chainSettingsFrom } from './chain-settings.ts';
import { watchingSettingsFrom } from './watching-settings.ts';
import type { Variable } from './variable-schemas.ts';
import { variables } from './variables.ts';

type VariableValues = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['schema']> };

/** This secret is public in the source, so production refuses it. */
const developmentSecret = createHash('sha256').update('lightstick development secret').digest('base64');

/** OWASP's password storage cheat sheet: argon2id (the library's default), 19 MiB, two passes, one lane. */
const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** No variable changes these; tests and measurements do. */
const fixedTimes = {
  /** How often listeners of a chat get new messages. */
  chatBatchMs: 500,
  /** How long a reader waits for a screen to be drawn if there is no older drawing. */
  drawingPatienceMs: 1500,
  /** The time of a social provider for each answer. */
  socialTimeoutSeconds: 5,
};

export type Settings = ReturnType<typeof settingsFrom>;

/** All problems of the environment, in words for the operator. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Parses every setting from the environment. An empty value counts as missing, because that is how a line of an `.env` file
 * is usually disabled.
 * @param root the project's folder, against which relative folders are resolved
 * @param lanHosts the addresses of this machine by which other devices may reach a development server
 * @throws SettingsError with all invalid variables, their values and what is expected
 */
export function parseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
  lanHosts: readonly string[] = [],
): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const given = environment[name]?.trim() || undefined;
    const result = variable.schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${describeValue(variable, given)}, but should be ${variable.expects}.`);
  }
  // `values` lacks failed variables; the checks across variables below only use what is there.
  problems.push(...conflicts(values, environment));
  if (problems.length > 0) throw new SettingsError(problems);
  return settingsFrom(values as VariableValues, root, lanHosts);
}

function describeValue(variable: Variable, given: string | undefined): string {
  if (given === undefined) return 'is missing';
  return variable.secret ? `is set to something else (${given.length} characters, not shown)` : `is "${given}"`;
}

/** Conflicts between settings, and settings that production refuses. */
function conflicts(
  values: Partial<VariableValues>,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems: string[] = [];
  if (values.DATABASE_APP_URL && !environment['DATABASE_URL']) {
    problems.push('DATABASE_APP_URL is set without DATABASE_URL, which the migrations need: set both.');
  }
  if (values.DATABASE_READ_URL && !environment['DATABASE_URL']) {
    problems.push('DATABASE_READ_URL is set without DATABASE_URL: set both, it must be a replica of that database.');
  }
  if (Boolean(values.RECAPTCHA_SITE_KEY) !== Boolean(values.RECAPTCHA_SECRET)) {
    problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both or neither.');
  }
  if (new Set([values.X_CLIENT_ID, values.X_CLIENT_SECRET, values.X_ACCOUNT].map(Boolean)).size > 1) {
    problems.push('X_CLIENT_ID, X_CLIENT_SECRET and X_ACCOUNT belong together: set all or none.');
  }
  if (Boolean(values.DISCORD_CLIENT_ID) !== Boolean(values.DISCORD_CLIENT_SECRET)) {
    problems.push('DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET belong together: set both or neither.');
  }
  if (values.COUNTRY_HEADER && values.TRUST_PROXY === false) {
    problems.push('COUNTRY_HEADER is set without TRUST_PROXY, so that anybody could write it: set both or neither.');
  }
  if (values.COUNTRY_HEADER && values.DEFAULT_COUNTRY) {
    problems.push('DEFAULT_COUNTRY is for servers without COUNTRY_HEADER: set one of them.');
  }
  problems.push(...storageConflicts(values), ...chainConflicts(values), ...aiHostConflicts(values));
  if (values.NODE_ENV === 'development' && values.DEV_PAGES_IN_PUBLIC === 'no' && isPublic(values.PUBLIC_URL)) {
    problems.push(
      'NODE_ENV is development, in which everybody can read all mails at /dev/inbox, ' +
        'and PUBLIC_URL is a public address: set NODE_ENV=production, ' +
        'or DEV_PAGES_IN_PUBLIC=yes if that is meant.',
    );
  }
  if (values.TIME_TURNED_BY && (values.WORKERS ?? 1) > 1) {
    problems.push('TIME_TURNED_BY turns the time of one process: set WORKERS to 1.');
  }
  if (values.NODE_ENV !== 'production') return problems;
  if (values.TRUST_PROXY === true) {
    problems.push(
      'TRUST_PROXY is true, which believes the first address of X-Forwarded-For, ' +
        'and that one fans can write themselves: set how many proxies stand in front, or their addresses.',
    );
  }
  if (values.RECAPTCHA_VERIFY_URL) {
    problems.push('RECAPTCHA_VERIFY_URL is for tests, and production believes Google alone: leave it out.');
  }
  if (values.PUSH_TEST_RECEIVER) {
    problems.push('PUSH_TEST_RECEIVER is for tests, and production pushes to public services alone: leave it out.');
  }
  if (values.TIME_TURNED_BY) {
    problems.push('TIME_TURNED_BY is for tests, and production has the time of the machine: leave it out.');
  }
  if (values.DRAND_RELAYS?.some((address) => address.startsWith('http:'))) {
    problems.push('DRAND_RELAYS has a relay of this machine, which is for tests: production needs https.');
  }
  problems.push(...secretProblems(environment['SERVER_SECRET']));
  if (!environment['PUBLIC_URL']) {
    problems.push(`PUBLIC_URL is missing, which production needs: set ${variables.PUBLIC_URL.expects}.`);
  }
  if (!environment['SMTP_URL']) {
    problems.push(`SMTP_URL is missing, and production has no development inbox: set ${variables.SMTP_URL.expects}.`);
  }
  return problems;
}

function secretProblems(given: string | undefined): string[] {
  const remedy = `set ${variables.SERVER_SECRET.expects}.`;
  if (!given) {
    return [
      `SERVER_SECRET is missing, and only the first start on an embedded database makes one by itself: ${remedy}`,
    ];
  }
  const isPublished = given.trim() === developmentSecret;
  return isPublished ? [`SERVER_SECRET is the development secret, which production refuses: ${remedy}`] : [];
}

/** Returns whether an address is https on another machine, and so meant for others. */
function isPublic(address: string | undefined): boolean {
  if (!address?.startsWith('https:')) return false;
  return !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

function settingsFrom(values: VariableValues, root: string, lanHosts: readonly string[]) {
  const production = values.NODE_ENV === 'production';
  const publicUrl = values.PUBLIC_URL ?? `http://${lanHosts[0] ?? 'localhost'}:${values.PORT}`;
  return {
    production,
    /** Pages under /dev, such as the development inbox. */
    devPages: !production,
    /** Simulated fans of the content pack go on voting; tests ask for it themselves. */
    movesCrowd: values.NODE_ENV === 'development',
    /** The process that started this one turns its time. */
    timeTurnedByParent: values.TIME_TURNED_BY === 'parent',
    /** Hot routes check their answers against the contract too; all other routes always do. */
    checkHotAnswers: !production,
    host: values.HOST,
    port: values.PORT,
    /** The descriptor of a socket that listens already, instead of `host` and `port`. */
    listenFd: values.LISTEN_FD,
    /** The number of processes that serve the port. */
    workers: values.WORKERS,
    dataDir: resolve(root, values.DATA_DIR),
    /** The content pack for an empty database. Production gets no demo by default. */
    contentDir: contentFolder(values, root),
    webDir: resolve(root, 'apps/web/dist'),
    /** The build of the development pages, served with `devPages` only. */
    devPagesDir: resolve(root, 'apps/web/dist-dev'),
    ...databaseSettingsFrom(values),
    ...backupSettingsFrom(values, root),
    publicUrl,
    /** The hosts besides that of `publicUrl` by which browsers reach a development server. */
    localHosts: production ? [] : ['localhost', '127.0.0.1', '[::1]', ...lanHosts],
    /** Browsers reach the server by TLS: cookies are `Secure` and HSTS is sent. */
    secureOrigin: publicUrl.startsWith('https:'),
    mainSiteUrl: values.MAIN_SITE_URL,
    rechargeUrl: values.RECHARGE_URL,
    /** The base URL of pictures; by default this server. */
    assetBaseUrl: values.ASSET_BASE_URL,
    homeVariant: values.HOME_VARIANT,
    platformTimeZone: values.PLATFORM_TIME_ZONE,
    frameAncestors: values.FRAME_ANCESTORS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    serverSecret: values.SERVER_SECRET ?? developmentSecret,
    passwordCost,
    recaptcha: recaptchaFrom(values),
    ...chainSettingsFrom(values),
    /** The model of the AI host, with what it may use in a day; absent in the default mode. */
    ...aiHostSettingsFrom(values),
    /** The source of randomness of raffles that are published from now on, and drand's relays, the first to be asked first. */
    draws: { beacon: values.DRAW_BEACON, relays: values.DRAND_RELAYS },
    /** Apps at social providers for linking accounts; `account` is the organiser's, which tasks refer to. */
    xApp:
      values.X_CLIENT_ID && values.X_CLIENT_SECRET && values.X_ACCOUNT
        ? { clientId: values.X_CLIENT_ID, clientSecret: values.X_CLIENT_SECRET, account: values.X_ACCOUNT }
        : undefined,
    discordApp:
      values.DISCORD_CLIENT_ID && values.DISCORD_CLIENT_SECRET
        ? { clientId: values.DISCORD_CLIENT_ID, clientSecret: values.DISCORD_CLIENT_SECRET }
        : undefined,
    /** The web app's own measurements. If disabled, Google Analytics is not loaded either. */
    analytics: {
      enabled: values.ANALYTICS === 'on',
      retentionDays: values.ANALYTICS_RETENTION_DAYS,
      eventsADay: values.ANALYTICS_EVENTS_A_DAY,
      gtagId: values.ANALYTICS === 'on' ? values.GTAG_ID : undefined,
    },
    /** Signs the confirmations of form providers. */
    formCallbackSecret: values.FORM_CALLBACK_SECRET,
    ...videoSettingsFrom(values),
    ...liveSettingsFrom(values, root),
    /** A line per request is for log collectors; a manual start only shows trouble. */
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    ...watchingSettingsFrom(values),
    trustProxy: values.TRUST_PROXY,
    /** Lower case, as in Node's headers. */
    countryHeader: values.COUNTRY_HEADER,
    /** Everyone's country where no header names one; else it is unknown. The demo is at home in Taiwan. */
    defaultCountry: values.DEFAULT_COUNTRY ?? (values.NODE_ENV === 'development' ? 'TW' : undefined),
    humanCheckWork: values.HUMAN_CHECK_WORK,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    maxInFlight: values.MAX_IN_FLIGHT,
    /** The origin of a push service of tests, which may be private; never in production. */
    pushTestReceiver: values.PUSH_TEST_RECEIVER && new URL(values.PUSH_TEST_RECEIVER).origin,
    maxEventLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS,
    drainMs: values.DRAIN_SECONDS * 1000,
    ...fixedTimes,
  };
}

function databaseSettingsFrom(values: VariableValues) {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
  };
}

function liveSettingsFrom(
  { DATA_DIR, LIVE_FOLDER, LIVE_RTMP_FOLDER, LIVE_EXTERNAL_HOSTS }: VariableValues,
  root: string,
) {
  return {
    /** Recordings of live rooms, a folder that all processes share. */
    liveFolder: resolve(root, LIVE_FOLDER ?? join(DATA_DIR, 'live')),
    /** The folder in which nginx writes the streams of encoders; without it no encoder is admitted. */
    liveRtmpFolder: LIVE_RTMP_FOLDER === undefined ? undefined : resolve(root, LIVE_RTMP_FOLDER),
    /** The hosts from which pictures of live rooms may come besides this server. */
    liveExternalHosts: LIVE_EXTERNAL_HOSTS,
  };
}

function recaptchaFrom({
  RECAPTCHA_SITE_KEY: siteKey,
  RECAPTCHA_SECRET: secret,
  RECAPTCHA_VERIFY_URL: verifyUrl,
}: VariableValues) {
  // Tokens are verified at `verifyUrl`; Google by default, and always in production.
  return siteKey && secret ? { siteKey, secret, verifyUrl } : undefined;
}

function contentFolder({ CONTENT_DIR, NODE_ENV }: VariableValues, root: string): string | undefined {
  const folder = CONTENT_DIR ?? (NODE_ENV === 'production' ? undefined : './content/demo');
  return folder === undefined ? undefined : resolve(root, folder);
}
