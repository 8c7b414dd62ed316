import type { ReactNode } from 'react';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import { SaveIcon } from '#/ui/icons/more-icons.tsx';
import { useZonedDates } from '../summary/use-zoned-dates.ts';
import { isLate } from './frozen-since.ts';
import { shortHash } from './short-hash.ts';
import type { RuleSet } from './use-rule-set.ts';

const filePath = '/activity/api/v1/vote/rules';

/** How anybody can check that these rules are the ones that were published. */
export function RuleSetProof({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { document, version, hash, publishedAt } = ruleSet;
  const { format } = useZonedDates(document.timeZone);
  return (
    <div className="rounded-tile bg-raise p-4">
      <dl>
        <dt className="text-caption font-semibold text-mute">{t('ruleSet.fingerprint')}</dt>
        <dd className="num text-small font-semibold" title={hash}>
          {shortHash(hash)}
        </dd>
      </dl>
      <p className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={hash} label={t('ruleSet.copyHash')} />
        <a
          href={apiBaseUrl + filePath + queryString({ activityId: document.activityId })}
          download
          className={buttonStyle('soft')}
        >
          <SaveIcon size={18} />
          {t('ruleSet.download')}
        </a>
      </p>
      <details className="mt-3 text-small text-mute">
        <summary className="min-h-11 cursor-pointer py-3 font-bold text-brand">{t('ruleSet.howTo')}</summary>
        <p>{t('ruleSet.howToFile')}</p>
        <p className="num my-2 font-semibold break-all text-ink">
          sha256sum rules-{document.activityId}-v{version}.json
        </p>
        <p>
          {isLate({ publishedAt, opensAt: document.opensAt })
            ? t('ruleSet.howToCompareSince', { at: format(publishedAt, 'moment') })
            : t('ruleSet.howToCompare')}
        </p>
        <p className="num mt-2 font-semibold break-all text-ink">{hash}</p>
      </details>
    </div>
  );
}
