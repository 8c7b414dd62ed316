import type { ReactNode } from 'react';
import { chooseTheme, useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Icon } from './icon.tsx';
import { SegmentedControl } from './segmented-control.tsx';

export function ThemeSwitch(): ReactNode {
  const t = useText();
  const { theme } = useEnvironment();
  return (
    <SegmentedControl
      label={t('settings.theme')}
      value={theme}
      onChange={chooseTheme}
      segments={[
        { value: 'light', label: <ThemeLabel icon="sun" text={t('settings.light')} /> },
        { value: 'dark', label: <ThemeLabel icon="moon" text={t('settings.dark')} /> },
      ]}
    />
  );
}

function ThemeLabel({ icon, text }: { icon: 'sun' | 'moon'; text: string }): ReactNode {
  return (
    <>
      <Icon name={icon} size={18} />
      {text}
    </>
  );
}
