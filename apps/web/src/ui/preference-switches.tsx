import { type ReactNode, useState } from 'react';
import { TransportError } from '#/lib/api/api-error.ts';
import { chooseTheme, useEnvironment, type Language } from '#/lib/environment.ts';
import { reportFailure } from '#/lib/failure.ts';
import { showLanguage } from '#/lib/i18n/show-language.ts';
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

/** Each language is named in itself, for fans who cannot read the other. */
export function LanguageSwitch(): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  // Shown at once: while the texts are on their way, the language on screen could not be pressed to stay with it.
  const [wanted, setWanted] = useState<Language>();

  const choose = (language: Language) => {
    setWanted(language);
    showLanguage(language)
      .catch((error: unknown) => {
        reportFailure(new TransportError('network', `/locales/${language}.json`, { cause: error }));
      })
      .finally(() => setWanted((latest) => (latest === language ? undefined : latest)));
  };

  return (
    <SegmentedControl
      label={t('settings.language')}
      value={wanted ?? languageType}
      onChange={choose}
      segments={[
        { value: 'en_US', label: <span lang="en">English</span> },
        { value: 'zh_TW', label: <span lang="zh-Hant-TW">繁體中文</span> },
      ]}
    />
  );
}
