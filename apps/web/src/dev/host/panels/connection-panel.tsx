import { type ReactNode, useState } from 'react';
import { hostMethods } from '#/lib/host/envelope.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Check, type Option, Select, Panel } from '../fields.tsx';
import { changeSettings, type CookieSet, type Platform, type Transport, transportsOf } from '../host-settings.ts';
import { changeAndStart, useSettings } from '../use-settings.ts';

const transportNames: Readonly<Record<Transport, string>> = {
  reply: 'Message handler with reply',
  handler: 'Message handler without reply',
  listener: 'Web message listener',
  interface: 'JavaScript interface',
  legacy: 'Legacy functions and callbacks',
  simulator: 'Messages between frames',
};

const cookieOptions: readonly Option<CookieSet>[] = [
  { value: 'none', label: 'None: the app asks for both' },
  { value: 'environment', label: 'getEnvInfo' },
  { value: 'both', label: 'getEnvInfo and getUserInfo' },
];

/** The kind of host and how it opens the app; every change except the capabilities restarts the app. */
export function ConnectionPanel(): ReactNode {
  const { platform, transport, cookies } = useSettings();
  const choosePlatform = (next: Platform) =>
    changeAndStart({ platform: next, transport: transportsOf[next][0] ?? transport });
  return (
    <Panel title="Host">
      <SegmentedControl
        label="Platform"
        value={platform}
        onChange={choosePlatform}
        segments={[
          { value: 'ios', label: 'iOS' },
          { value: 'android', label: 'Android' },
        ]}
      />
      <Select
        label="Transport"
        value={transport}
        onChange={(next) => changeAndStart({ transport: next })}
        options={transportsOf[platform].map((value) => ({ value, label: transportNames[value] }))}
      />
      <StartAddress />
      <Select
        label="Cookies set before the app starts"
        value={cookies}
        onChange={(next) => changeAndStart({ cookies: next })}
        options={cookieOptions}
      />
      <Capabilities />
    </Panel>
  );
}

function StartAddress(): ReactNode {
  const { path } = useSettings();
  const [typed, setTyped] = useState(path);
  const isPath = typed.startsWith('/') && !typed.startsWith('//');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isPath) changeAndStart({ path: typed });
      }}
    >
      <FormField
        label="Start at"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isPath ? undefined : 'Please enter a path of this site, such as /#/vote?activityId=1004.'}
        autoComplete="off"
        spellCheck={false}
        trailing={
          <Button type="submit" variant="soft">
            Open
          </Button>
        }
        style={{ paddingRight: '96px' }}
      />
    </form>
  );
}

function Capabilities(): ReactNode {
  const { capabilities } = useSettings();
  const change = (chosen: typeof capabilities) => changeSettings({ capabilities: chosen });
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">Capabilities</legend>
      <Check
        label="Unknown: the app assumes the host has them all"
        checked={capabilities === undefined}
        onChange={(checked) => change(checked ? undefined : hostMethods)}
      />
      {capabilities ? (
        <div className="mt-1 grid grid-cols-2 gap-x-4 border-t border-line pt-1">
          {hostMethods.map((method) => (
            <Check
              key={method}
              label={method}
              checked={capabilities.includes(method)}
              onChange={(checked) =>
                change(hostMethods.filter((name) => (name === method ? checked : capabilities.includes(name))))
              }
            />
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
