import { randomUUID } from 'node:crypto';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ErrorCode, mostUploadedSegmentBytes, segmentUploadPath, videoUploadPath } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Election, givenElection } from '../../../../../bench/world/given-election.ts';
import { givenFans, type SimulatedFan } from '../../../../../bench/world/given-fans.ts';
import { killPrograms } from '../process/start-program.ts';
import { givenTask } from '../../world/given-task.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { sealed, signUp } from '../../world/sign-up.ts';
import { metadataOf, partType } from '../../world/tus-upload.ts';
import { createWorld, type World } from '../../world/world.ts';
import type { Asking } from './browser.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';
import { hasNginx, type Nginx, startNginx } from './start-nginx.ts';
import { type Replica, startReplicas } from './start-replicas.ts';
import { startVoting } from './voting-crowd.ts';

const ranking = '/activity/api/v1/vote/ranking';
const stream = '/activity/api/v1/vote/stream';
const getUserInfo = '/wallet/api/v1/userExpand/getUserInfo';
/** The tight rate: twenty a minute from one address, counted in the database. */
const tight = '/wallet/api/v1/user/humanCheckChallenge';
const json = { 'content-type': 'application/json' };

describe.runIf(hasNginx && process.platform === 'linux')('nginx as it is shipped, in front of two replicas', () => {
  const stack = new AsyncDisposableStack();
  let world: World;
  let election: Election;
  let fans: readonly SimulatedFan[];
  let replicas: readonly [Replica, Replica];
  let nginx: Nginx;
  let account: Awaited<ReturnType<typeof signUp>>;

  beforeAll(async () => {
    world = stack.use(await createWorld());
    // Its mail comes by a job, which the replicas' workers would take.
    account = await signUp(world);
    election = await givenElection(world.ownerPool, 'storm');
    fans = await givenFans(world.ownerPool, { fans: 24, votes: 10_000, voteAsset: election.voteAsset });
    const [listen, first, second] = [await reservePort(), await reservePort(), await reservePort()];
    const { path: dataDir } = stack.use(await createScratchFolder());
    replicas = await startReplicas([first, second], {
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: dataDir,
      PUBLIC_URL: `https://127.0.0.1:${listen}`,
      DRAIN_SECONDS: '1',
      MAX_EVENT_LOOP_DELAY_MS: '60000',
    });
    nginx = stack.use(await startNginx({ listen, replicas: [first, second] }));
  }, 120_000);
  afterAll(async () => {
    killPrograms();
    await stack.disposeAsync();
  });

  const ask = (path: string, asking?: Asking) => nginx.browser.ask(path, asking);
  const post = (path: string, body: object, headers: Record<string, string> = {}, from?: string) =>
    ask(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body), ...(from && { from }) });
  /** Votes from a separate address for each fan, because rates count by it. */
  const vote = (fan: SimulatedFan, key: string) =>
    post(
      '/activity/api/v1/vote/doVote',
      { activityId: election.activityId, idolId: election.idolIds[0], num: 1 },
      { token: fan.token, 'idempotency-key': key },
      `127.0.1.${1 + fans.indexOf(fan)}`,
    );

  it('lets who signed in at one replica be signed in at the other', async () => {
    const { email, password } = account;
    const signedIn = await post('/wallet/api/v1/user/login', { email, password: await sealed(world, password) });
    expect(signedIn).toMatchObject({ status: 200 });
    const { token } = (JSON.parse(signedIn.text) as { data: { token: string } }).data;
    for (const { address } of replicas) {
      const reply = await fetch(`${address}${getUserInfo}`, {
        method: 'POST',
        headers: { ...json, token },
        body: '{}',
      });
      expect(await reply.json()).toMatchObject({ code: 0, data: { email } });
    }
    // Cookies and headers that are for browsers on TLS alone show that the server knows how it is reached.
    expect(signedIn.headers['strict-transport-security']).toBeDefined();
  });

  it('hands on what the server compressed, its tags, and one id for both logs', async () => {
    const path = `${ranking}?activityId=${election.activityId}`;
    const told = await ask('/config', { headers: { 'accept-encoding': 'br', 'x-request-id': 'chosen-by-a-fan' } });
    const direct = await fetch(`${replicas[0].address}/config`, { headers: { 'accept-encoding': 'br' } });
    expect(told.headers['content-encoding']).toBe(direct.headers.get('content-encoding') ?? undefined);
    const first = await ask(path, { headers: { 'accept-encoding': 'br' } });
    expect(first.status).toBe(200);
    const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };
    const again = await ask(path, { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    const id = String(told.headers['x-request-id']);
    expect(id).toMatch(/^[\da-f]{32}$/);
    await expect.poll(async () => (await nginx.accessLog()).map((line) => line.id)).toContain(id);
  });

  it('speaks HTTP/2 to browsers', async () => {
    const session = connect(nginx.origin, { rejectUnauthorized: false });
    const asking = session.request({ ':path': '/config' });
    const [head] = (await once(asking, 'response')) as [Record<string, unknown>];
    expect(head[':status']).toBe(200);
    expect(JSON.parse(await text(asking))).toMatchObject({ code: 0 });
    session.close();
  });

  it('limits by the address that a fan really has, whatever they write themselves', async () => {
    const asksAs = async (told: string, from: string) =>
      (await ask(tight, { headers: { 'x-forwarded-for': told }, from })).status;
    const statuses: number[] = [];
    // Twenty at once, and one more for every three seconds that this takes.
    do statuses.push(await asksAs(`192.0.2.${statuses.length}`, '127.0.0.5'));
    while (statuses.at(-1) === 200 && statuses.length < 60);
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.at(-1)).toBe(429);
    expect(await asksAs('127.0.0.5', '127.0.0.6')).toBe(200);
    const { rows } = await world.ownerPool.query<{ bucket: string }>(
      `SELECT bucket FROM rate_limit WHERE bucket LIKE '%humanCheckChallenge%' ORDER BY bucket`,
    );
    expect([...new Set(rows.map(({ bucket }) => bucket.split(' ')[2]))]).toEqual(['127.0.0.5', '127.0.0.6']);
  });

  it('sends each change of the ranking to a listener at once, while the answer goes on', async () => {
    const heard = await nginx.browser.open(`${stream}?activityId=${election.activityId}`);
    let events = '';
    heard.setEncoding('utf8').on('data', (chunk: string) => (events += chunk));
    await expect.poll(() => events).toContain('"kind":"snapshot"');
    const [fan] = fans;
    if (!fan) throw new Error('There are no fans');
    expect((await vote(fan, randomUUID())).status).toBe(200);
    await expect.poll(() => events).toContain('"kind":"delta"');
    expect(heard.complete).toBe(false);
    heard.destroy();
  });

  it('takes pictures and parts of videos as large as the server does, and nothing else of that size', async () => {
    const headers = { token: fans[0]?.token ?? '' };
    const picture = await ask('/wallet/api/v1/userExpand/uploadAvatar', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(4.9e6)}\r\n--x--\r\n`,
    });
    expect(JSON.parse(picture.text), 'a refusal in words of the server').toMatchObject({ data: null });

    const taskId = await givenTask(world, { typeId: 76, linkTypes: [], dwellSeconds: 0, reward: 300 });
    const tus = { ...headers, 'tus-resumable': '1.0.0' };
    const part = Buffer.alloc(5_000_000, 7);
    const told = { taskId, title: 'My dance', filename: 'dance.webm', agreed: 'yes' };
    const began = await ask(videoUploadPath, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(2 * part.length), 'upload-metadata': metadataOf(told) },
    });
    expect(began).toMatchObject({ status: 201 });
    for (const offset of [0, part.length]) {
      const sent = await ask(String(began.headers.location), {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': partType },
        body: part,
      });
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(offset + part.length)]);
    }
    const ofUpload = async () =>
      (await nginx.accessLog()).filter(({ path }) => path === began.headers.location).map(({ replica }) => replica);
    await expect.poll(async () => (await ofUpload()).length).toBe(2);
    expect(new Set(await ofUpload()).size).toBe(1);
    const elsewhere = await post(getUserInfo, { much: 'a'.repeat(1_000_000) }, headers);
    expect(elsewhere.status).toBe(413);
  });

  it('hands on a segment of a host’s browser', async () => {
    const sent = await ask(`${segmentUploadPath}/1/0`, {
      method: 'PUT',
      headers: { token: fans[0]?.token ?? '', 'content-type': 'video/mp4' },
      body: Buffer.alloc(mostUploadedSegmentBytes),
    });
    // The server's own answer to a fan without this broadcast.
    expect([sent.status, JSON.parse(sent.text)]).toMatchObject([404, { code: ErrorCode.LIVE_BROADCAST_NOT_FOUND }]);
  });

  it('hides metrics and readiness from the world, and asks nothing for encoders', async () => {
    const replies = await Promise.all(['/metrics', '/readyz', '/healthz'].map((path) => ask(path)));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 200]);
    const publish = await ask('/live/rtmp/publish', { method: 'POST', body: 'name=a&key=b&clientid=1' });
    // nginx answers in HTML; the server would answer with the envelope.
    expect([publish.status, publish.text.includes('<html>')]).toEqual([404, true]);
  });

  it('limits the documents of the calls for each address, with the envelope', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => ask('/openapi.json', { from: '127.0.0.7' })));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(replies.length - refused.length);
    expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({ code: ErrorCode.TOO_MANY_REQUESTS, data: null });
    expect(refused[0]?.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    expect((await ask('/docs', { from: '127.0.0.8' })).status).toBe(200);
  });

  it('sends no request to a replica that hangs, and resumes when it is back', async () => {
    const [hanging, other] = replicas;
    onTestFinished(() => hanging.goOn());
    hanging.pause();
    await expect.poll(() => nginx.replicas()).toMatch(new RegExp(`^server ${hanging.place} .* down;$`, 'm'));
    await expect.poll(whoAnswers).toEqual([other.place]);
    hanging.goOn();
    await expect.poll(() => nginx.replicas()).not.toMatch(/ down;$/m);
    await expect.poll(whoAnswers).toEqual([hanging.place, other.place].toSorted());
  });

  it(
    'while both replicas are replaced, one after the other, loses no vote and counts none twice',
    { timeout: 120_000 },
    async () => {
      const before = await votesInLedger();
      const crowd = startVoting(fans, vote);
      try {
        for (const replica of replicas) {
          const count = crowd.answered.size;
          await replica.replace();
          await expect.poll(() => nginx.replicas()).not.toMatch(/ down;$/m);
          expect(crowd.answered.size).toBeGreaterThan(count);
        }
      } catch (error) {
        crowd.giveUp();
        throw error;
      } finally {
        await crowd.stop();
      }
      const { answered, troubles } = crowd;
      expect(await votesInLedger()).toBe(before + answered.size);
      expect(new Set(answered.values()).size).toBe(answered.size);
      // Unavoidable: a connection that closes while a vote enters it. A retry with the same key is safe.
      expect(troubles.filter((trouble) => !/^(0|503) /.test(trouble))).toEqual([]);
    },
  );

  it('shows a page of ours while no replica answers, and gives calls the envelope', async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    const page = await ask('/vote-activity', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Back in a moment');
    expect(page.text).toContain('馬上回來');
    expect(page.text).toMatch(/<meta http-equiv="refresh" content="\d+" \/>/);
    expect(page.text, 'it needs nothing else').not.toMatch(/\bsrc=|<link|url\(|<script/);

    const [call, inChinese] = [await ask('/config'), await post(getUserInfo, {}, { 'accept-language': 'zh_TW' })];
    expect([call.status, call.headers['retry-after'], call.headers['cache-control']]).toEqual([503, '2', 'no-store']);
    expect(JSON.parse(call.text)).toMatchObject({ code: ErrorCode.OVERLOADED, data: null });
    const message = expect.stringContaining('稍後再試') as string;
    expect(JSON.parse(inChinese.text)).toMatchObject({ code: ErrorCode.OVERLOADED, message, data: null });

    // A 4xx, such as nginx's own for a body that is too large, would end the upload instead of repeating it.
    const part = Buffer.alloc(5_000_000, 7);
    const uploads = await Promise.all([
      ask(`${videoUploadPath}/1`, { method: 'PATCH', headers: { 'content-type': partType }, body: part }),
      ask('/wallet/api/v1/userExpand/uploadAvatar', { method: 'POST', body: part }),
      ask(`${segmentUploadPath}/1/0`, { method: 'PUT', body: part.subarray(0, mostUploadedSegmentBytes) }),
    ]);
    expect(uploads.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { text: told } of uploads) expect(JSON.parse(told)).toMatchObject({ code: ErrorCode.OVERLOADED });
  });

  it('says so in a line of text where the page was not installed', async () => {
    await nginx.removePage();
    const page = await ask('/vote-activity', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers['cache-control'], page.headers.refresh]).toEqual([503, 'no-store', '5']);
    expect(page.text).toBe('Back in a moment · 馬上回來\n');
  });

  async function votesInLedger(): Promise<number> {
    const { rows } = await world.ownerPool.query<{ votes: number }>(
      'SELECT count(*) AS votes FROM ledger.transfer WHERE reason = 10',
    );
    return rows[0]?.votes ?? 0;
  }

  /** Lists the replicas that answer six requests; none when one of them hangs. */
  async function whoAnswers(): Promise<string[]> {
    const signal = AbortSignal.timeout(2_000);
    const told = await Promise.all(Array.from({ length: 6 }, () => ask('/config', { signal }))).catch(() => []);
    const ids = new Set<unknown>(told.map(({ headers }) => headers['x-request-id']));
    // nginx writes its lines together, once a second.
    const lines = await vi.waitFor(async () => {
      const own = (await nginx.accessLog()).filter(({ id }) => ids.has(id));
      if (own.length < ids.size) throw new Error('Not all is written yet');
      return own;
    }, 10_000);
    return [...new Set(lines.map(({ replica }) => replica))].toSorted();
  }
});
