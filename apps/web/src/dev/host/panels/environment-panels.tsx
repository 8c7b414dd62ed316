import { type ReactNode, useId, useState } from 'react';
import type { Language, Theme } from '#/boot/boot-result.ts';
import { Button } from '#/ui/button.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { hostMethods, type HostMethod } from '#/lib/host/envelope.ts';
import { FormField } from '#/ui/form-fields.tsx';
import {
  type CommandName,
  commandNames,
  changeSettings,
  type EarlyCommand,
  type CookieSet,
  type Platform,
  type Transport,
  transportsOf,
  type Fault,
  faults,
  honest,
  type MethodBehaviour,
} from '../host-settings.ts';
import { Check, Panel, type Option, Select, NumberInput } from '../fields.tsx';
import { host, useSettings, changeAndStart } from '../host.ts';

type SentCommand = { readonly id: string; readonly command: CommandName; readonly value: string };

/** Shows the host's environment, and the commands that announce changes to the open page. */
export function EnvironmentPanel(): ReactNode {
  const { theme, languageType, statusBarHeight } = useSettings();
  const [last, setLast] = useState<SentCommand>();
  const statusBarId = useId();

  const give = (command: CommandName, value = '') => setLast({ id: host.command(command, value), command, value });
  const chooseTheme = (next: Theme) => {
    changeSettings({ theme: next });
    give('changeTheme', next);
  };
  const chooseLanguage = (next: Language) => {
    changeSettings({ languageType: next });
    give('changeLanguage', next);
  };
  return (
    <Panel title="Environment and commands" about="Theme and language go to the open app as commands.">
      <SegmentedControl
        label="Theme of the host"
        value={theme}
        onChange={chooseTheme}
        segments={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <SegmentedControl
        label="Language of the host"
        value={languageType}
        onChange={chooseLanguage}
        segments={[
          { value: 'en_US', label: 'en_US' },
          { value: 'zh_TW', label: 'zh_TW' },
        ]}
      />
      <div>
        <label htmlFor={statusBarId} className="flex justify-between text-small font-semibold">
          Status bar height, told at the next start
          <span className="num text-mute">{statusBarHeight} px</span>
        </label>
        <input
          id={statusBarId}
          type="range"
          className="mt-2 w-full accent-(--brand)"
          min={0}
          max={120}
          value={statusBarHeight}
          onChange={(event) => changeSettings({ statusBarHeight: event.target.valueAsNumber })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => give('refreshData')}>Send refreshData</Button>
        <Button
          variant="soft"
          disabled={!last}
          onClick={() => {
            if (last) host.command(last.command, last.value, last.id);
          }}
        >
          Repeat the last command
        </Button>
      </div>
      <EarlyCommands />
    </Panel>
  );
}

/** The payload of each early command: different from the app's defaults. */
const earlyValues: Readonly<Record<CommandName, string>> = {
  changeTheme: 'dark',
  changeLanguage: 'zh_TW',
  refreshData: '',
};

function EarlyCommands(): ReactNode {
  const { early } = useSettings();
  const isChosen = (command: CommandName) => early.some((chosen) => chosen.command === command);
  const toggle = (command: CommandName, checked: boolean) => {
    const others: readonly EarlyCommand[] = early.filter((chosen) => chosen.command !== command);
    changeSettings({ early: checked ? [...others, { command, value: earlyValues[command] }] : others });
  };
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">Sent before the app is ready</legend>
      {commandNames.map((command) => (
        <Check
          key={command}
          label={[command, earlyValues[command]].filter(Boolean).join(': ')}
          checked={isChosen(command)}
          onChange={(checked) => toggle(command, checked)}
        />
      ))}
    </fieldset>
  );
}

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

/** Shows the kind of host and how it opens the app; every change except the capabilities restarts the app. */
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

const faultNames: Readonly<Record<Fault, string>> = {
  none: 'Answers',
  silence: 'Never answers',
  lost: 'Loses the first request',
  twice: 'Answers twice',
  error: 'Answers with an error',
  reject: 'Fails the reply itself (iOS)',
  cut: 'Garbage: JSON that is cut off',
  stranger: "Garbage: another app's channel",
  misaddressed: 'Garbage: the id of no request',
  nonsense: 'Garbage: fields of wrong types',
};

const options = faults.map((value) => ({ value, label: faultNames[value] }));
const longestDelayMs = 60_000;

/** Sets how the host fails, from the next request on. */
export function FaultPanel(): ReactNode {
  const { behaviours } = useSettings();
  const change = (method: HostMethod, part: Partial<MethodBehaviour>) =>
    changeSettings({ behaviours: { ...behaviours, [method]: { ...honest, ...behaviours[method], ...part } } });
  return (
    <Panel title="Faults" about="How the host answers each method, and with what delay in milliseconds.">
      <ul className="space-y-3">
        {hostMethods.map((method) => {
          const { delayMs, fault } = behaviours[method] ?? honest;
          return (
            <li key={method}>
              <p className="mb-1 text-small font-semibold">{method}</p>
              <div className="grid grid-cols-[1fr_96px] gap-2">
                <Select
                  label={`Answer of ${method}`}
                  isLabelHidden
                  options={options}
                  value={fault}
                  onChange={(next) => change(method, { fault: next })}
                />
                <NumberInput
                  label={`Delay of ${method} in milliseconds`}
                  value={delayMs}
                  max={longestDelayMs}
                  step={100}
                  onChange={(next) => change(method, { delayMs: next })}
                />
              </div>
            </li>
          );
        })}
      </ul>
      <Button variant="soft" onClick={() => changeSettings({ behaviours: {} })}>
        Answer well again
      </Button>
    </Panel>
  );
}
