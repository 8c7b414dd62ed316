import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { registerDemoFan, signIn } from '#/dev/host/sign-in.ts';
import { type Option, Select, Panel } from '../fields.tsx';
import { fanStore, type HostFan, keepFan } from '../host-fan.ts';
import type { User } from '../host-settings.ts';
import { changeAndStart, useSettings } from '../use-settings.ts';

const userOptions: readonly Option<User>[] = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'fan', label: 'The fan' },
  { value: 'stale', label: 'The fan, first with an expired token' },
  { value: 'expired', label: 'The fan, always with an expired token' },
];

/** Whom the host has signed in. The token is real: the fan signs in right here, by the product's own calls. */
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
