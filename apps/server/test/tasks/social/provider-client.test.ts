import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createLog } from '#/log.ts';
import { createProviderClient, NotTakenError } from '#/modules/tasks/social/provider-client.ts';

/** The scripted answers of a provider over real HTTP. */
let answer: RequestListener = (_request, response) => response.end();
const lines: string[] = [];
const provider = createServer((request, response) => answer(request, response));
let address: string;
beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

/** Makes a client with a short limit only for providers that never answer, because a busy machine may take a while. */
function client(timeoutSeconds = 30) {
  return createProviderClient({
    provider: 'twitter',
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    timeoutSeconds,
    place: {
      clientId: 'an-app',
      clientSecret: 'a-secret_of-an-app',
      callbackUrl: 'https://vote.example.com/social-callback',
      authorizeUrl: `${address}/authorize`,
      tokenUrl: `${address}/token`,
      revokeUrl: `${address}/revoke`,
      apiUrl: address,
      scope: 'users.read',
    },
  });
}

function answerJson(status: number, body: unknown): void {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

const exchange = (by = client()) =>
  by.exchangeCode({ code: 'the-code', state: 'the-state', verifier: 'v'.repeat(43) }, new Date(0));
const read = (by = client()) => by.readApi('the-token')(z.object({ id: z.string() }), '/me');

describe('a provider', () => {
  it('that gives tokens is understood', async () => {
    answerJson(200, { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 60 });
    expect(await exchange()).toEqual({ accessToken: 'a', refreshToken: 'r', expiresAt: '1970-01-01T00:01:00.000Z' });
  });

  it('is shown the secret of the app as it is, and the token in the header alone', async () => {
    const seen: (string | undefined)[] = [];
    answer = (request, response) => {
      seen.push(request.headers.authorization, request.url);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id: 'me' }));
    };
    await exchange();
    await read();
    const basic = Buffer.from('an-app:a-secret_of-an-app').toString('base64');
    expect(seen).toEqual([`Basic ${basic}`, '/token', 'Bearer the-token', '/me']);
  });

  it.each([
    ['that does not know a code', 400, { error: 'invalid_grant' }, exchange],
    ['that words it as X does', 400, { error: 'invalid_request' }, exchange],
    ['that does not take a token', 401, { title: 'Unauthorized' }, read],
  ])('%s is distinguished from one that is away', async (_, status, body, ask) => {
    answerJson(status, body);
    await expect(ask()).rejects.toBeInstanceOf(NotTakenError);
  });

  it.each([
    ['has trouble', 500, { error: 'server_error' }, exchange],
    ['does not know this app', 401, { error: 'invalid_client' }, exchange],
    ['has been asked too often', 429, { title: 'Too Many Requests' }, read],
    ['answers something else', 200, { name: 'nobody' }, read],
  ])('that %s is away', async (_, status, body, ask) => {
    answerJson(status, body);
    await expect(ask()).rejects.toMatchObject({ reason: 'SOCIAL_UNAVAILABLE', parameters: { provider: 'X' } });
  });

  it('that does not answer in time is away', async () => {
    answer = () => undefined;
    await expect(exchange(client(0.2))).rejects.toMatchObject({ reason: 'SOCIAL_UNAVAILABLE' });
    await expect(read(client(0.2))).rejects.toMatchObject({ reason: 'SOCIAL_UNAVAILABLE' });
  });

  it('leads nowhere else by a redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    await expect(read()).rejects.toMatchObject({ reason: 'SOCIAL_UNAVAILABLE' });
  });

  it('leaves a line in the log when it is away, without any secret', () => {
    const log = lines.join('');
    expect(log).toContain('a social provider did not answer as it should');
    for (const secret of ['the-code', 'the-token', 'a-secret_of-an-app', 'vvvv']) expect(log).not.toContain(secret);
  });
});
