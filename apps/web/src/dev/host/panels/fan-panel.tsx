import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Contract, DataOf, Envelope, InputOf, RouteName } from '@lightstick/contract';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { deviceId } from '#/lib/api/common-headers.ts';
import { queryString } from '#/lib/api/api-address.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { sealSecret, type SealedSecret } from '#/lib/secrets/seal-secret.ts';
import { type Option, Select, Panel } from '../fields.tsx';
import { fanStore, type HostFan, keepFan } from '../host-fan.ts';
import { type User, settingsStore } from '../host-settings.ts';
import { changeAndStart, useSettings } from '../host.ts';

const userOptions: readonly Option<User>[] = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'fan', label: 'The fan' },
  { value: 'stale', label: 'The fan, first with an expired token' },
  { value: 'expired', label: 'The fan, always with an expired token' },
];

/**
 * Shows the fan whom the host has signed in. The token is real: the fan signs in right here, by the product's own
 * calls.
 */
export function FanPanel(): ReactNode {
  const { user } = useSettings();
  const fan = useSyncExternalStore(fanStore.subscribe, fanStore.read);
  const receive = (signedIn: HostFan) => {
    keepFan(signedIn);
    changeAndStart({ user: 'fan' });
  };
  return (
    <Panel title="Fan" about="Every change restarts the app.">
      <Select
        label="Signed-in fan, according to the host"
        value={user}
        onChange={(next) => changeAndStart({ user: next })}
        options={fan ? userOptions : userOptions.slice(0, 1)}
      />
      {fan ? <KnownFan fan={fan} /> : <SignIn onSignedIn={receive} />}
    </Panel>
  );
}

function KnownFan({ fan }: { fan: HostFan }): ReactNode {
  const leave = () => {
    keepFan(null);
    changeAndStart({ user: 'nobody' });
  };
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-small">
        <span className="block truncate font-bold">{String(fan['nickname'] ?? fan['accountId'])}</span>
        <span className="block truncate text-mute">{String(fan['email'] ?? fan['accountId'])}</span>
      </p>
      <Button variant="soft" onClick={leave}>
        Sign out
      </Button>
    </div>
  );
}

function SignIn({ onSignedIn }: { onSignedIn: (fan: HostFan) => void }): ReactNode {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'signIn' | 'register'>();
  const [failure, setFailure] = useState<string>();

  const attempt = (what: 'signIn' | 'register', act: () => Promise<HostFan>) => {
    if (busy) return;
    setBusy(what);
    setFailure(undefined);
    act()
      .then(onSignedIn, (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(undefined));
  };
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        attempt('signIn', () => signIn(email, password));
      }}
    >
      <FormField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure ? <InlineAlert>{failure}</InlineAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy === 'signIn'}>
          Sign in
        </Button>
        <Button variant="soft" busy={busy === 'register'} onClick={() => attempt('register', registerDemoFan)}>
          Register a demo fan
        </Button>
      </div>
    </form>
  );
}

type SignedIn = DataOf<Contract['POST /wallet/api/v1/user/login']>;

const action = 'register';

/** Signs a fan in with the product's own call. Throws with the server's words when that fails. */
async function signIn(email: string, password: string): Promise<HostFan> {
  const body = { email: email.trim(), password: await seal(password) };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/login', { body }));
}

/**
 * Opens an account for a fan who exists for trying things out only, all by the product's own calls: human check, mail
 * code, sealed password. The code is read from the development inbox, so it works where mail is not really sent.
 */
async function registerDemoFan(): Promise<HostFan> {
  const email = `host-${randomUuid()}@example.com`;
  const { humanCheck } = await callAsHost('GET /config', {});
  const googleRecaptchaToken = await humanCheckToken(humanCheck, action);
  const query = { email, type: 1, googleRecaptchaToken, googleActionType: action } as const;
  await callAsHost('GET /wallet/api/v1/user/sendEmail', { query });
  const [code, password] = await Promise.all([mailedCode(email), seal(`Demo-${randomUuid()}`)]);
  const body = { email, code, password, nickname: 'Demo fan' };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/register', { body }));
}

/** Returns what a host keeps of a sign-in and provides to the page. */
function fanOf({ token, passportToken, userInfo }: SignedIn): HostFan {
  return { ...userInfo, token, passportToken };
}

async function seal(password: string): Promise<SealedSecret> {
  return sealSecret(password, await callAsHost('POST /wallet/api/v1/user/getPublicKey', { body: {} }));
}

/**
 * Calls the product as a native host app does: on its own, beside the web view, without the browser's cookies. Throws
 * with the server's words when it refuses.
 */
async function callAsHost<R extends RouteName>(route: R, input: InputOf<Contract[R]>): Promise<DataOf<Contract[R]>> {
  const { query, body } = input as { query?: Record<string, unknown>; body?: unknown };
  const [method = 'GET', path = '/'] = route.split(' ');
  const response = await fetch(path + queryString(query), {
    method,
    // Neither sends nor keeps the passport cookie, which belongs to the browser's own fan.
    credentials: 'omit',
    headers: {
      'Content-Type': 'application/json',
      'X-Deviceid': deviceId(),
      'X-Custom-Device-Type': settingsStore.read().platform.toUpperCase(),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const envelope = (await response.json()) as Envelope<DataOf<Contract[R]>>;
  if (envelope.code !== 0) throw new Error(envelope.message);
  return envelope.data as DataOf<Contract[R]>;
}

const timeoutMs = 15_000;
const pollMs = 250;

/**
 * Returns the six digits that the product has mailed to an address, read from the development inbox once they are
 * there.
 */
async function mailedCode(email: string): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const code = await newestCode(email);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`No mail with a code has arrived for ${email}. Sign in with an account of yours instead.`);
}

async function newestCode(email: string): Promise<string | undefined> {
  const response = await fetch(`/dev/inbox.json?to=${encodeURIComponent(email)}`);
  if (!response.ok) {
    throw new Error('This server sends real mail and has no development inbox: sign in with an account of yours.');
  }
  const { mails } = (await response.json()) as { mails: { text: string }[] };
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
}
