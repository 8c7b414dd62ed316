import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { createScratchFolder } from '../scratch-folder.ts';

/** Debian's package has it for Debian's Python. */
const python = '/usr/bin/python3';
const program = join(import.meta.dirname, 'run-swift.py');

/** OpenStack Swift is installed (`python3-swift`), as scripts/ensure-object-storage.mjs makes sure of where it can. */
export const hasObjectStorage = existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api');

export type ObjectStorage = AsyncDisposable & {
  readonly port: number;
  /** The environment of a server that keeps its videos here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lists the keys of all objects. */
  keys(): Promise<string[]>;
  put(key: string, content: string): Promise<void>;
};

const accessKeyId = 'test:fan-videos';
const bucket = 'lightstick-videos';

/** Starts a Swift with its S3 API, which checks signatures, and makes a bucket in it. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  await using starting = new AsyncDisposableStack();
  const scratch = starting.use(await createScratchFolder());
  const secretAccessKey = randomUUID();
  const swift = spawn(python, [program, scratch.path, accessKeyId, secretAccessKey], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  starting.defer(async () => {
    const gone = once(swift, 'exit');
    swift.kill('SIGKILL');
    await gone;
  });
  const [line] = (await once(swift.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  const endpoint = `http://127.0.0.1:${port}`;

  async function ask(method: string, path: string, body = ''): Promise<string> {
    const url = `${endpoint}/${bucket}${path}`;
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      service: 's3',
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey,
    });
    const { headers: signed } = await signer.sign();
    const reply = await fetch(url, { method, headers: signed, ...(body && { body }) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  }

  await ask('PUT', '');
  const started = starting.move();
  return {
    port,
    environment: {
      VIDEO_STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async keys() {
      const keys: string[] = [];
      for (;;) {
        const after = keys.length > 0 ? `&start-after=${encodeURIComponent(keys.at(-1) ?? '')}` : '';
        const listing = await ask('GET', `?list-type=2&prefix=fan-videos%2F${after}`);
        keys.push(...[...listing.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key));
        if (!listing.includes('<IsTruncated>true<')) return keys;
      }
    },
    put: async (key, content) => void (await ask('PUT', `/${key}`, content)),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
