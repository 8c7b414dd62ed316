import type { ReactNode } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { regionNames } from '#/lib/format/region-names.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Packet } from './luck-queries.ts';

/** Who may take part, where not all fans may. */
export function LuckTerms({ terms }: { terms: Pick<Packet, 'minAccountAgeHours' | 'regions'> }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { minAccountAgeHours, regions } = terms;
  if (minAccountAgeHours === 0 && regions === null) return null;
  return (
    <ul className="space-y-1 text-small text-pretty text-mute">
      {minAccountAgeHours > 0 ? <li>{t('luck.minAge', { hours: minAccountAgeHours })}</li> : null}
      {regions ? <li>{t('luck.regions', { regions: regionNames(regions, languageType) })}</li> : null}
    </ul>
  );
}
