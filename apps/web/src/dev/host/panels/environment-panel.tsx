import { type ReactNode, useId, useState } from 'react';
import type { Language, Theme } from '#/boot/boot-result.ts';
import { Button } from '#/ui/button.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { type CommandName, commandNames } from '../commands.ts';
import { Check, Panel } from '../fields.tsx';
import { host } from '../host.ts';
import { changeSettings, type EarlyCommand } from '../host-settings.ts';
import { useSettings } from '../use-settings.ts';

type Sent = { readonly id: string; readonly command: CommandName; readonly value: string };

/** The host's environment, and the commands that announce changes to the open page. */
export function EnvironmentPanel(): ReactNode {
  const { theme, languageType, statusBarHeight } = useSettings();
  const [last, setLast] = useState<Sent>();
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
