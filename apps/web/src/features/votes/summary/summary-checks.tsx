import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';

/** What a fan can check about the result by themselves. */
export function SummaryChecks(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="summary-checks" className="card">
      <h2 id="summary-checks" className="text-title font-bold">
        {t('summary.check')}
      </h2>
      <p className="mt-1 text-small text-mute">{t('summary.checkText')}</p>
      <Link href="/support-record" className={`${buttonStyle('soft')} mt-4`}>
        <ReceiptIcon size={18} />
        {t('summary.checkLink')}
      </Link>
    </section>
  );
}
