import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { SectionHeading } from '../section-heading.tsx';

/** What does not go with an account, and how to take a copy of it along. */
export function WhatStays(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <section aria-labelledby="leave-stays" className="card">
      <SectionHeading id="leave-stays">{t('leave.stays')}</SectionHeading>
      <p className="text-body text-pretty text-mute">{t('leave.staysText')}</p>
      <p className="mt-3 flex items-start gap-3 rounded-tile bg-ok-soft p-3.5 text-small font-semibold text-ok">
        <ReceiptIcon size={20} />
        {t('leave.staysReceipts')}
      </p>
      {session ? (
        <Link href="/my-data" className={`${buttonStyle('soft')} mt-3 w-full`}>
          {t('leave.takeAlong')}
        </Link>
      ) : null}
    </section>
  );
}
