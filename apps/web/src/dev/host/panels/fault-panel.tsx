import type { ReactNode } from 'react';
import { type HostMethod, hostMethods } from '#/lib/host/envelope.ts';
import { Button } from '#/ui/button.tsx';
import { NumberInput, Select, Panel } from '../fields.tsx';
import { changeSettings, type Fault, faults, honest, type MethodBehaviour } from '../host-settings.ts';
import { useSettings } from '../use-settings.ts';

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

/** How the host fails. Holds from the next request on. */
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
