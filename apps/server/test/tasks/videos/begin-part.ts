import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestFan } from '../../world/given-fan.ts';
import { partType } from '../../world/tus-upload.ts';
import type { VideoStage } from './given-video-task.ts';

/** Sends the head of a request that brings a part, and of the part its first 100 bytes. */
export async function beginPart(
  given: VideoStage,
  fan: TestFan,
  request: string,
  headers: Readonly<Record<string, string | number>>,
  part: Buffer,
): Promise<Socket> {
  const { hostname, port } = new URL(given.world.app.listeningOrigin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const all = {
    Host: 'here',
    Token: fan.token,
    'Tus-Resumable': '1.0.0',
    'Content-Type': partType,
    'Content-Length': part.length,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${request} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(part.subarray(0, 100));
  return socket;
}
