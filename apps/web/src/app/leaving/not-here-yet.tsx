import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConfig } from '#/lib/config/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { OpensSoon } from '../opens-soon.tsx';

/** Says plainly that an account cannot be deleted in the app yet, and who does it meanwhile. */
export function NotHereYet(): ReactNode {
  const t = useText();
  const site = useConfig().data?.mainSiteUrl;
  return (
    <OpensSoon
      title={t('leave.soonTitle')}
      action={
        <div className="space-y-2">
          <Link href="/privacy-policy" className={buttonStyle('soft', 'large')}>
            {t('leave.contact')}
          </Link>
          {site ? (
            <a href={site} target="_blank" rel="noopener noreferrer" className={`${buttonStyle('quiet')} w-full`}>
              {t('leave.site')}
              <span className="sr-only">{t('leave.siteNote')}</span>
            </a>
          ) : null}
        </div>
      }
    >
      {t('leave.soonText')}
    </OpensSoon>
  );
}
