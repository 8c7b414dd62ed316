import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { SessionUser } from '#/lib/session/session.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { updateErrorText, useUpdateProfile } from './use-update-profile.ts';

const settings = [
  { field: 'showsLevel', title: 'shown.level', hint: 'shown.where' },
  { field: 'showsSupport', title: 'shown.support', hint: 'shown.supportHint' },
] as const;

/** Switches what others see of the fan beside name and picture. A press saves it. */
export function ShownSettings({ user }: { user: SessionUser }): ReactNode {
  return (
    <div className="space-y-4">
      {settings.map((setting) => (
        <ShownSetting key={setting.field} setting={setting} user={user} />
      ))}
    </div>
  );
}

type ShownSettingProps = { setting: (typeof settings)[number]; user: SessionUser };

function ShownSetting({ setting: { field, title, hint }, user }: ShownSettingProps): ReactNode {
  const t = useText();
  const { mutate, isPending, variables, error } = useUpdateProfile();
  const isOn = (isPending ? variables[field] : undefined) ?? user[field] ?? false;
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
        {t(title)}
      </p>
      <SegmentedControl
        label={t(title)}
        value={isOn ? 'on' : 'off'}
        onChange={(value) => mutate({ [field]: value === 'on' })}
        segments={[
          { value: 'on', label: t('settings.on') },
          { value: 'off', label: t('settings.off') },
        ]}
      />
      <p className="mt-1.5 text-small text-pretty text-mute">{t(hint)}</p>
      {error ? (
        <div className="mt-3">
          <InlineAlert>{updateErrorText(error, t)}</InlineAlert>
        </div>
      ) : null}
    </div>
  );
}
