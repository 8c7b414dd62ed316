import { videoUploadPath } from '@lightstick/contract';
import type { TestFan } from './given-fan.ts';

export const partType = 'application/offset+octet-stream';

/** Says what a new upload is, as clients of the tus protocol do. */
export function metadataOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

type Metadata = Readonly<Record<string, string>>;

/** Returns a client of the tus protocol for a server that listens, over real connections. */
export function tusClient(origin: string) {
  const ask = (method: string, url: string, fan: TestFan | undefined, headers: Metadata, body?: Uint8Array) =>
    fetch(new URL(url, origin), {
      method,
      headers: { 'tus-resumable': '1.0.0', ...(fan && { token: fan.token }), ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  return {
    begin: (fan: TestFan | undefined, size: number, told: Metadata, headers: Metadata = {}, part?: Uint8Array) =>
      ask(
        'POST',
        videoUploadPath,
        fan,
        {
          'upload-length': String(size),
          'upload-metadata': metadataOf(told),
          ...(part && { 'content-type': partType }),
          ...headers,
        },
        part,
      ),
    send: (fan: TestFan | undefined, url: string, offset: number, part: Uint8Array, headers: Metadata = {}) =>
      ask('PATCH', url, fan, { 'upload-offset': String(offset), 'content-type': partType, ...headers }, part),
    offset: (fan: TestFan | undefined, url: string) => ask('HEAD', url, fan, {}),
  };
}
