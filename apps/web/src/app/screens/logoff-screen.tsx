import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { NotHereYet } from '../leaving/not-here-yet.tsx';
import { WhatIsLost } from '../leaving/what-is-lost.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Step, StepList } from '../step-list.tsx';

const grace: readonly Step[] = [
  { title: 'leave.grace.ask', text: 'leave.grace.askText' },
  { title: 'leave.grace.wait', text: 'leave.grace.waitText' },
  { title: 'leave.grace.gone', text: 'leave.grace.goneText' },
];

/** What it means to delete an account. Nothing here deletes it: that opens with the other account calls. */
export function LogoffScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      <ScreenHeader title={t('leave.title')} subtitle={t('leave.subtitle')} backTo={session ? '/me' : '/'} />
      <div className="space-y-4 px-4">
        <WhatIsLost />
        <section aria-labelledby="leave-stays" className="card">
          <SectionHeading id="leave-stays">{t('leave.stays')}</SectionHeading>
          <p className="text-body text-pretty text-mute">{t('leave.staysText')}</p>
          <p className="mt-3 flex items-start gap-3 rounded-tile bg-ok-soft p-3.5 text-small font-semibold text-ok">
            <ReceiptIcon size={20} />
            {t('leave.staysReceipts')}
          </p>
          {session ? (
            <Link href="/support-record" className={`${buttonStyle('soft')} mt-3 w-full`}>
              {t('leave.records')}
            </Link>
          ) : null}
        </section>
        <section aria-labelledby="leave-grace" className="card">
          <SectionHeading id="leave-grace">{t('leave.grace')}</SectionHeading>
          <StepList steps={grace} />
        </section>
        <NotHereYet />
        {session ? (
          <section aria-labelledby="leave-break" className="card">
            <SectionHeading id="leave-break" more={{ to: '/me', text: t('leave.toMe') }}>
              {t('leave.break')}
            </SectionHeading>
            <p className="text-body text-mute">{t('leave.breakText')}</p>
          </section>
        ) : null}
      </div>
    </>
  );
}
