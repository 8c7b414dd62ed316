import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { contract, errorTexts, type Language, languages, type RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import { createServerKeys } from '#/config/server-keys.ts';
import { enqueueMail } from '#/modules/mail/index.ts';
import { mailSchema, type MailContent } from '#/modules/mail/mail.ts';
import { applyContent } from '#/modules/content/index.ts';
import { auroraPack } from '../content/aurora-pack.ts';
import { exampleOf } from '../security/example-of.ts';
import { endpointOf, exampleCall, routes, sendCall } from '../security/send-call.ts';
import { bearer } from '../world/given-operator.ts';
import { openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { routesOf } from '../world/routes-of.ts';
import { runJobs } from '../world/run-jobs.ts';
import { messageFor, newWallet, signInByWallet, walletChallenge } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

/** Names of formats, which programs compare; no fan reads them. */
const formats = /lightstick\/[a-z-]+\/v\d/g;
const otherName = /.{0,30}lightstick.{0,30}/gi;
/** What fans never open. */
const unread = /^\/(?:metrics$|dev\/)/;
const runsOn = { en_US: 'Aurora runs on Lightstick.', zh_TW: '極光以 Lightstick 架設。' };

const namesIn = (text: string) => [...text.replaceAll(formats, '').matchAll(otherName)].map(([found]) => found);
const tag = (language: Language) => ({ 'accept-language': language === 'zh_TW' ? 'zh-TW' : 'en' });

let world: World;
let office: PostOffice;
beforeAll(async () => {
  office = await openPostOffice();
  world = await createWorld({
    environment: {
      RATE_LIMIT_FACTOR: '1000',
      SMTP_URL: office.smtpUrl,
      MAIL_FROM: 'Lightstick <no-reply@vote.example.com>',
      PUBLIC_URL: 'https://vote.example.com',
    },
  });
  await apply();
  // The running server has looked before, and looks again within seconds.
  await vi.waitUntil(async () => (await world.services.brand()).isOwn, { timeout: 30_000, interval: 50 });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await office[Symbol.asyncDispose]();
});

async function apply(edit?: (brand: string) => string): Promise<void> {
  await using folder = await auroraPack(edit);
  await applyContent({ ownerPool: world.ownerPool, clock: world.clock, folder: folder.path });
}

describe.each(languages)('under the brand Aurora, in %s, nothing says another name', (language) => {
  it('in the answer to any call of a visitor, a fan or an operator', async () => {
    const found: string[] = [];
    for (const route of routes.filter((name) => !endpointOf(name).streams)) {
      const headers = { ...tag(language), ...(await callerOf(route)) };
      const answer = await sendCall(world, route, { ...exampleCall(route), headers });
      found.push(...namesIn(answer.text + JSON.stringify(answer.headers)).map((name) => `${route}: ${name}`));
    }
    expect(found).toEqual([]);
  });

  it('at any other address of the server', async () => {
    const found: string[] = [];
    const gets = routesOf(world).flatMap(({ method, url }) => (method === 'GET' ? [url] : []));
    const addresses = gets.filter((url) => !(`GET ${url}` in contract) && !unread.test(url));
    expect(addresses.length).toBeGreaterThan(20);
    for (const url of addresses) {
      const { body, headers } = await world.app.inject({ url, headers: { ...tag(language), accept: 'text/html' } });
      found.push(...namesIn(body + JSON.stringify(headers)).map((name) => `${url}: ${name}`));
    }
    expect(found).toEqual([]);
  });

  it('in a mail of any kind, whose sender and foot are the brand’s', async () => {
    office.arrived.splice(0);
    const contents = contentsOfMails();
    await send(contents, language);
    expect(office.arrived).toHaveLength(contents.length);
    for (const mail of office.arrived) {
      const words = [...mail.headers, ...mail.bodies].flat().join('\n').replaceAll('=\n', '');
      expect(namesIn(words)).toEqual([]);
      expect(mail.headers.get('from')).toContain('<no-reply@vote.example.com>');
      expect(mail.headers.get('from')).not.toMatch(/^<|^no-reply/);
      expect(mail.bodies.get('text/plain')).toContain(
        language === 'zh_TW' ? '極光舞台股份有限公司' : 'Aurora Stage Ltd. · No. 1, Example Road, Taipei',
      );
      expect([...mail.bodies.values()].join('\n')).toMatch(/content-id: <logo>/i);
    }
  });

  it('in a written page, but for the one line that names the software', async () => {
    const query = { slug: 'about-us' };
    const { data } = await world.call('GET /content/api/v1/page', { query, headers: tag(language) });
    expect(namesIn(data.html)).toEqual([`<p>${runsOn[language]}</p>`]);
    expect(data.html).toContain('hello@aurora.example');
    expect(data.html).toContain('https://instagram.example/aurora');
  });

  it('in the catalogues of the web app and in the texts of refusals', async () => {
    const file = resolve(import.meta.dirname, `../../../web/public/locales/${language}.json`);
    expect(namesIn(await readFile(file, 'utf8'))).toEqual([]);
    expect(namesIn(JSON.stringify(Object.values(errorTexts).map((texts) => texts[language])))).toEqual([]);
  });
});

it('every message that a wallet signs names Aurora', async () => {
  const wallet = newWallet();
  expect(await messageFor(world, wallet.address)).toContain('Sign in to Aurora. This costs nothing');
  const { token } = await signInByWallet(world, wallet);
  for (const purpose of ['leave', 'bindEmail'] as const) {
    const { data } = await world.call(walletChallenge, { body: { purpose }, headers: { token } });
    expect(data.message).toContain('Aurora account');
  }
});

it('its nickname is reserved, as are its look-alikes', async () => {
  const fan = await world.given.fan();
  for (const nickname of ['Аur0ra', '極光官方']) {
    const update = world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', { fan, body: { nickname } });
    expect((await update).refusal).toBe('NICKNAME_RESERVED');
  }
});

it('its pictures are there, and stay at their addresses', async () => {
  const { pictures } = await world.services.brand();
  expect(Object.keys(pictures)).toHaveLength(8);
  for (const [name, digest] of Object.entries(pictures)) {
    const { statusCode, headers } = await world.app.inject({ url: `/brand/${digest}/${name}` });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  expect((await world.app.inject({ url: `/brand/${'a'.repeat(22)}/mark.svg` })).statusCode).toBe(404);
});

it('a switch of the brand leaves the line about the software out, and a pack without a brand ends it', async () => {
  const page = () => world.call('GET /content/api/v1/page', { query: { slug: 'about-us' } });
  await apply((brand) => brand.replace('runsOn: true', 'runsOn: false'));
  await expect.poll(async () => namesIn((await page()).data.html)).toEqual([]);
  const folder = resolve(import.meta.dirname, '../../../../content/demo');
  await applyContent({ ownerPool: world.ownerPool, clock: world.clock, folder });
  await expect.poll(async () => (await world.services.brand()).name.en_US).toBe('Lightstick');
  expect((await page()).data.title).toBe('About Lightstick');
});

/** Makes a mail of each kind that there is. */
function contentsOfMails(): MailContent[] {
  return mailSchema.shape.content.options.flatMap((option) => {
    const { kind } = option.shape;
    const kinds = 'options' in kind ? kind.options : [kind.value];
    const example = exampleOf(option as z.ZodType, 'a mail') as MailContent;
    return kinds.map((name) => ({ ...example, kind: name }) as MailContent);
  });
}

/** Returns who may make a call; a call may end a fan's session, so that each has its own. */
async function callerOf(route: RouteName): Promise<Readonly<Record<string, string>>> {
  const { auth, roles } = endpointOf(route);
  if (auth === 'operator') return bearer(await world.given.operator(roles?.[0]));
  return auth === 'public' ? {} : { token: (await world.given.fan()).token };
}

async function send(contents: readonly MailContent[], language: Language): Promise<void> {
  const { services } = world;
  const keys = createServerKeys(services.settings.serverSecret);
  const later = new Date(world.clock.now().getTime() + 600_000);
  await services.db.transaction().execute(async (tx) => {
    for (const content of contents) await enqueueMail(tx, keys, { to: 'fan@example.com', language, content }, later);
  });
  await runJobs(world);
}
