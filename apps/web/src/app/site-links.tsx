import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useConfig } from '#/lib/use-config.ts';
import { GlobeIcon } from '#/ui/icons/more-icons.tsx';

/**
 * Shows the organiser's main website where the settings name one, and this site's own address, for a fan in a host app.
 */
export function SiteLinks(): ReactNode {
  const t = useText();
  const { data } = useConfig();
  if (!data) return null;
  const links = [
    { title: 'site.main', address: data.mainSiteUrl },
    { title: 'site.web', address: data.publicUrl },
  ] as const;
  return (
    <ul aria-label={t('site.links')} className="flex flex-wrap justify-center gap-x-5">
      {links.map(({ title, address }) =>
        address ? (
          <li key={title}>
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="press inline-flex min-h-11 items-center gap-2 text-small font-semibold text-mute"
            >
              <GlobeIcon size={18} />
              <span className="wrap-anywhere">
                {t(title)} · {new URL(address).host}
              </span>
              <span className="sr-only"> {t('visit.newWindow')}</span>
            </a>
          </li>
        ) : null,
      )}
    </ul>
  );
}
