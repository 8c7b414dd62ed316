import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { roundAt } from '@lightstick/chance';
import * as z from 'zod';
import { type Brand, platformBrand } from '#/config/brand.ts';
import { queriesOver } from '#/db/connect.ts';
import { shortText } from '#/lib/short-text.ts';
import { readBrand } from '#/modules/brand/index.ts';
import { createBeacon } from '#/modules/luck/index.ts';
import { trySmtp } from '#/modules/mail/index.ts';
import { examineVideoBucket } from '#/modules/tasks/index.ts';
import { type Check, checkBySettings, type Ground, listed, reasonOf } from './check.ts';

const mail = checkBySettings(
  {
    id: 'mail',
    group: 'services',
    what: 'Mail server',
    why: 'Without mails fans cannot sign up or set a new password.',
    outcomes: {
      off: { state: 'off', found: 'Mails go to the inbox at /dev/inbox.' },
      greets: { state: 'ok', found: 'It takes the login. To see a mail arrive, add --mail ADDRESS.' },
      sent: { state: 'ok', found: 'It took a mail to {to}: look whether it has arrived, and not as spam.' },
      sender: {
        state: 'wrong',
        found: 'MAIL_FROM is {from}, which no mailbox believes.',
        advice: 'Set MAIL_FROM to an address of your domain, whose DNS names the mail server (SPF, DKIM).',
      },
      refused: {
        state: 'wrong',
        found: '{reason}.',
        advice:
          'Compare SMTP_URL with what your mail provider says: smtps for port 465, smtp for 587, user and password.',
      },
    },
    limitMs: 40_000,
  },
  async ({ settings: { smtpUrl, mailFrom }, mailTo, database }) => {
    if (smtpUrl === undefined) return { outcome: 'off' };
    try {
      await trySmtp(
        { smtpUrl, mailFrom },
        mailTo === undefined ? undefined : { to: mailTo, brand: await brandIn(database) },
      );
    } catch (error) {
      return { outcome: 'refused', reason: reasonOf(error) };
    }
    if (/@localhost>?$/.test(mailFrom)) return { outcome: 'sender', from: mailFrom };
    return mailTo === undefined ? { outcome: 'greets' } : { outcome: 'sent', to: mailTo };
  },
);

/** The brand is in the database. Without it the test mail has the platform's own name, because other checks report that. */
async function brandIn(database: Ground['database']): Promise<Brand> {
  try {
    return await readBrand(queriesOver(await database()));
  } catch {
    return platformBrand;
  }
}

const bucket = checkBySettings(
  {
    id: 'bucket',
    group: 'services',
    what: 'Bucket of fan videos',
    why: 'Without it fan videos are refused.',
    outcomes: {
      off: { state: 'off', found: 'Videos are kept in DATA_DIR.' },
      works: { state: 'ok', found: 'An object was put, listed, read and removed.' },
      refused: { state: 'wrong', found: 'The bucket {fault}.', advice: 'Correct what is named, then run this again.' },
    },
    limitMs: 60_000,
  },
  async ({ settings, log }) => {
    if (!settings.videoS3) return { outcome: 'off' };
    const fault = await examineVideoBucket({ settings, log });
    return fault === undefined ? { outcome: 'works' } : { outcome: 'refused', fault };
  },
);

const rtmpFolder = checkBySettings(
  {
    id: 'rtmp-folder',
    group: 'services',
    what: 'Folder of encoders',
    why: 'The server reads there what OBS sends to nginx.',
    outcomes: {
      off: { state: 'off', found: 'LIVE_RTMP_FOLDER is not set: no encoder is admitted.' },
      readable: { state: 'ok', found: '{folder} can be read.' },
      unreadable: {
        state: 'wrong',
        found: '{folder} cannot be read: {reason}.',
        advice:
          'Run: install -d -o www-data {folder}, let the user of the server read it, and start the nginx of encoders.',
      },
    },
  },
  async ({ settings: { liveRtmpFolder: folder } }) => {
    if (folder === undefined) return { outcome: 'off' };
    try {
      if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder');
      await access(folder, constants.R_OK | constants.X_OK);
      await readdir(folder);
      return { outcome: 'readable', folder };
    } catch (error) {
      return { outcome: 'unreadable', folder, reason: reasonOf(error) };
    }
  },
);

/** The beacon asks for a round that every relay has by now. */
const publishedMs = 30_000;

const drand = checkBySettings(
  {
    id: 'drand',
    group: 'services',
    what: 'Relays of drand',
    why: 'A raffle is drawn once a relay has its round.',
    outcomes: {
      off: { state: 'off', found: 'DRAW_BEACON is organiser: raffles need no relay.' },
      all: { state: 'ok', found: 'Every relay gives signed rounds.' },
      some: { state: 'ok', found: 'Some relays give signed rounds, but not {names}.' },
      none: {
        state: 'wrong',
        found: 'No relay gives a signed round: {names}.',
        advice: 'Let the server connect to them by https, or name others in DRAND_RELAYS.',
      },
    },
    limitMs: 20_000,
  },
  async ({ settings: { draws }, log, now }) => {
    if (draws.beacon !== 'drand') return { outcome: 'off' };
    const round = roundAt(new Date(now().getTime() - publishedMs));
    const metrics = { drandAnswers: { inc: () => undefined } };
    const silent = await Promise.all(
      draws.relays.map(async (relay) => {
        const beacon = createBeacon({ settings: { draws: { ...draws, relays: [relay] } }, log, metrics });
        return (await beacon.fetchRound(round)) ? [] : [new URL(relay).host];
      }),
    );
    const names = listed(silent.flat());
    if (names === '') return { outcome: 'all' };
    return { outcome: silent.flat().length === draws.relays.length ? 'none' : 'some', names };
  },
);

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
const longestList = 4 * 1024 * 1024;

const model = checkBySettings(
  {
    id: 'ai-server',
    group: 'services',
    what: 'Server of the AI host',
    why: 'Without it the host answers by the event’s own facts.',
    outcomes: {
      off: { state: 'off', found: 'The host answers by the event’s own facts.' },
      has: { state: 'ok', found: 'It answers, and has the model {model}.' },
      lacks: { state: 'wrong', found: 'It does not list the model {model}.', advice: 'Correct AI_MODEL.' },
      key: { state: 'wrong', found: 'It refuses the key, with status {status}.', advice: 'Correct AI_API_KEY.' },
      unlisted: { state: 'unknown', found: 'It answers, and does not list its models (status {status}).' },
      away: {
        state: 'wrong',
        found: 'It does not answer: {reason}.',
        advice: 'Correct AI_BASE_URL, and let this machine connect to it.',
      },
    },
  },
  async ({ settings: { aiHost } }) => {
    if (!aiHost.model) return { outcome: 'off' };
    const { baseUrl, apiKey, name } = aiHost.model;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}/models`, {
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      });
      text = await shortText(response, longestList);
    } catch (error) {
      return { outcome: 'away', reason: reasonOf(error) };
    }
    const { status } = response;
    if (status === 401 || status === 403) return { outcome: 'key', status };
    const models = response.ok ? parseModels(text) : undefined;
    if (!models) return { outcome: 'unlisted', status };
    return { outcome: models.includes(name) ? 'has' : 'lacks', model: name };
  },
);

function parseModels(text: string): string[] | undefined {
  try {
    return modelList.safeParse(JSON.parse(text)).data?.data.map(({ id }) => id);
  } catch {
    return undefined;
  }
}

export const serviceChecks: readonly Check[] = [mail, bucket, rtmpFolder, drand, model];
