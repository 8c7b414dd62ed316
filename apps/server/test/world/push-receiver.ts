import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ArrivedPush = {
  /** The browser that got it. */
  readonly browser: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The decrypted text. */
  readonly text: string;
  /** The key of the sender, whose signature was right. */
  readonly sender: string;
};

type Browser = { readonly name: string; readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushReceiver = AsyncDisposable & {
  readonly origin: string;
  readonly arrived: ArrivedPush[];
  /** Makes a browser with keys of its own, as `PushManager.subscribe` does. */
  subscribe(name?: string): Browser;
  /** Answers a browser's next pushes with a status. */
  answerWith(name: string, status: number): void;
};

/** Opens a push service (RFC 8030) that checks who sends (RFC 8292) and decrypts what arrives as a browser does (RFC 8291). */
export async function openPushReceiver(): Promise<PushReceiver> {
  const arrived: ArrivedPush[] = [];
  const statuses = new Map<string, number>();
  const browsers = new Map<string, { auth: Buffer; keys: ReturnType<typeof createECDH> }>();

  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice('/push/'.length) ?? '');
    void request.toArray().then((parts) => {
      const status = statuses.get(name) ?? (browsers.has(name) ? 201 : 404);
      const browser = browsers.get(name);
      if (status === 201 && browser) {
        const sender = senderOf(String(request.headers.authorization), origin());
        const text = decrypt(Buffer.concat(parts as Buffer[]), browser);
        arrived.push({ browser: name, headers: request.headers, text, sender });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin: origin(),
    arrived,
    subscribe(name = randomUUID()) {
      const keys = createECDH('prime256v1');
      const auth = randomBytes(16);
      browsers.set(name, { auth, keys });
      const p256dh = keys.generateKeys().toString('base64url');
      return { name, endpoint: `${origin()}/push/${name}`, p256dh, auth: auth.toString('base64url') };
    },
    answerWith: (name, status) => void statuses.set(name, status),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Checks the signed claim of a sender, and returns its key. */
function senderOf(authorization: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  const isRight = verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string };
  if (!isRight || aud !== audience || !/^(https|mailto):/.test(sub)) throw new Error(`Not a sender: ${authorization}`);
  return key;
}

/** Decrypts one record of `aes128gcm` (RFC 8188) with the keys of a browser. */
function decrypt(body: Buffer, { auth, keys }: { auth: Buffer; keys: ReturnType<typeof createECDH> }): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
