import type { ReactNode } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { showLanguage } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { SegmentedControl } from './segmented-control.tsx';
import { showToast } from './toast/toast-store.ts';

/** Each language is named in itself, so that it is found by whoever cannot read the other. */
export function LanguageSwitch(): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  return (
    <SegmentedControl
      label={t('settings.language')}
      value={languageType}
      onChange={(language) => {
        showLanguage(language).catch((error: unknown) => {
          console.warn('The texts could not be fetched.', error);
          showToast({ kind: 'error', title: t('failure.title'), detail: t('failure.network') });
        });
      }}
      segments={[
        { value: 'en_US', label: <span lang="en">English</span> },
        { value: 'zh_TW', label: <span lang="zh-Hant-TW">繁體中文</span> },
      ]}
    />
  );
}
