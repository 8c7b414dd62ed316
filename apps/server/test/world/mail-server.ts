import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived by SMTP. */
export type ArrivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** The headers by their names in lower case, unfolded but not decoded. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded bodies by their types. */
  readonly bodies: ReadonlyMap<string, string>;
};

export type PostOffice = AsyncDisposable & {
  readonly smtpUrl: string;
  readonly arrived: ArrivedMail[];
  /** The Message-IDs of everything that was sent, taken or not. */
  readonly offered: string[];
  /** Refuses the next mail with a reply. */
  refuseNext(stage: 'recipient' | 'message', responseCode: number, words?: string): void;
};

/** Opens a real SMTP server in this process, that wants the login `fan:club`. */
export async function openPostOffice(): Promise<PostOffice> {
  const arrived: ArrivedMail[] = [];
  const offered: string[] = [];
  let refusal: { stage: 'recipient' | 'message'; responseCode: number; words: string } | undefined;

  function refusalAt(stage: 'recipient' | 'message'): Error | null {
    if (refusal?.stage !== stage) return null;
    const { responseCode, words } = refusal;
    refusal = undefined;
    return Object.assign(new Error(words), { responseCode });
  }

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth(auth, _session, done) {
      if (auth.username === 'fan' && auth.password === 'club') done(null, { user: 'fan' });
      else done(new Error('Wrong login'));
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    onData(stream, session, done) {
      void buffer(stream).then((raw) => {
        const refused = refusalAt('message');
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const mail = { from, to: rcptTo.map(({ address }) => address), ...parsed(raw.toString('latin1')) };
        offered.push(mail.headers.get('message-id') ?? '');
        if (!refused) arrived.push(mail);
        done(refused);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    smtpUrl: `smtp://fan:club@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    offered,
    refuseNext(stage, responseCode, words = 'Not this one') {
      refusal = { stage, responseCode, words };
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function parsed(raw: string): Pick<ArrivedMail, 'headers' | 'bodies'> {
  const { headers, body } = entity(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => entity(part.trimStart()))
    : [{ headers, body }];
  return {
    headers,
    bodies: new Map(parts.map((part) => [part.headers.get('content-type')?.split(';', 1)[0] ?? '', decoded(part)])),
  };
}

function entity(text: string): { headers: Map<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: text.slice(end + 4) };
}

function decoded({ headers, body }: ReturnType<typeof entity>): string {
  return bytesOf(headers.get('content-transfer-encoding'), body).toString('utf8').replaceAll('\r\n', '\n');
}

function bytesOf(encoding: string | undefined, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
