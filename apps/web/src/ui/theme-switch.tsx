import type { ReactNode } from 'react';
import { chooseTheme, useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from './icons/draw-icon.tsx';
import { MoonIcon, SunIcon } from './icons/more-icons.tsx';
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
        { value: 'light', label: <ThemeLabel icon={SunIcon} text={t('settings.light')} /> },
        { value: 'dark', label: <ThemeLabel icon={MoonIcon} text={t('settings.dark')} /> },
      ]}
    />
  );
}

function ThemeLabel({ icon: Icon, text }: { icon: IconComponent; text: string }): ReactNode {
  return (
    <>
      <Icon size={18} />
      {text}
    </>
  );
}
