import { videoUploadPath } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partType } from '../../world/tus-upload.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

let stage: VideoStage;
let file: Buffer;
beforeAll(async () => {
  stage = await createVideoStage({ maxBytes: 20_000_000, diskBytes: 500_000_000 });
  file = await videoFile();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('the protocol of uploads', () => {
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(path, stage.world.app.listeningOrigin), { method, headers });
  const one = `${videoUploadPath}/${'0'.repeat(32)}`;

  it.each([videoUploadPath, one])('says what the server supports to anyone, at %s', async (path) => {
    const reply = await ask('OPTIONS', path);
    expect(reply.status).toBe(204);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload',
      'tus-max-size': '20000000',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers.has('tus-resumable')).toBe(false);
  });

  it.each([
    ['POST', videoUploadPath, { 'tus-resumable': '0.2.2' }],
    ['PATCH', one, { 'tus-resumable': '9' }],
    ['HEAD', one, {}],
  ])('has one version; %s in another is refused with it before anything else', async (method, path, headers) => {
    const reply = await ask(method, path, headers);
    expect([reply.status, reply.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect(reply.headers.get('tus-resumable')).toBe('1.0.0');
  });

  it('has its version on every answer', async () => {
    const fan = await stage.world.given.fan();
    const began = await stage.tus.begin(fan, file.length, stage.told());
    const url = began.headers.get('location') ?? '';
    const sent = await stage.tus.send(fan, url, 0, file);
    const whole = await stage.tus.offset(fan, url);
    const refused = [await stage.tus.send(fan, url, 0, file), await stage.tus.offset(undefined, one)];
    const answers = [began, sent, whole, ...refused];
    expect(answers.map(({ status }) => status)).toEqual([201, 204, 200, 409, 401]);
    expect(answers.map(({ headers }) => headers.get('tus-resumable'))).toEqual(answers.map(() => '1.0.0'));
  });
});

it.each([
  ['gives its upload another length', { 'upload-length': '10' }, 'Upload-Length: is not supported here.'],
  ['has no offset', { 'upload-offset': '' }, 'Upload-Offset: must be the number of bytes that arrived.'],
  ['has an offset below zero', { 'upload-offset': '-1' }, 'Upload-Offset: must be the number of bytes that arrived.'],
  [
    'is of another type',
    { 'content-type': 'application/json' },
    'Content-Type: must be application/offset+octet-stream.',
  ],
])('A part that %s is refused with the name of the header.', async (_, headers, message) => {
  const fan = await stage.world.given.fan();
  const url = await stage.begun(fan, 1000);
  const refused = await stage.refused(() => stage.tus.send(fan, url, 0, file.subarray(0, 10), headers));
  expect(refused).toEqual({ status: 422, refusal: 'REQUEST_INVALID', message });
});

it('A first part of another type is refused with the name of the header.', async () => {
  const fan = await stage.world.given.fan();
  const headers = { 'content-type': 'video/mp4' };
  const refused = await stage.refused(() => stage.tus.begin(fan, 10, stage.told(), headers, file.subarray(0, 10)));
  expect(refused).toMatchObject({ status: 422, message: 'Content-Type: must be application/offset+octet-stream.' });
});

it('A part without a length is refused, because its end is unknown.', async () => {
  const fan = await stage.world.given.fan();
  const url = await stage.begun(fan, 1000);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(10));
      controller.close();
    },
  });
  const origin = stage.world.app.listeningOrigin;
  const reply = await fetch(new URL(url, origin), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': partType, token: fan.token },
    body,
    duplex: 'half',
  });
  expect(reply.status).toBe(422);
});
