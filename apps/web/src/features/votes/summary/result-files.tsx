import type { ReactNode } from 'react';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { SaveIcon } from '#/ui/icons/more-icons.tsx';

const path = '/activity/api/v1/vote/result';
const formats = ['csv', 'json'] as const;
const texts = { csv: 'summary.exportCsv', json: 'summary.exportJson' } as const;

/** The final result as files to keep. */
export function ResultFiles({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="summary-export" className="card">
      <h2 id="summary-export" className="text-title font-bold">
        {t('summary.export')}
      </h2>
      <p className="mt-1 text-small text-mute">{t('summary.exportText')}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        {formats.map((format) => (
          <a
            key={format}
            href={apiBaseUrl + path + queryString({ activityId, format })}
            download
            className={buttonStyle('soft')}
          >
            <SaveIcon size={18} />
            {t(texts[format])}
          </a>
        ))}
      </p>
    </section>
  );
}
