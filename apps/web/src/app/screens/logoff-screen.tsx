import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Farewell } from '#/features/accounts/leaving/farewell.tsx';
import { LeaveCard } from '#/features/accounts/leaving/leave-card.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { WhatIsLost } from '../leaving/what-is-lost.tsx';
import { WhatStays } from '../leaving/what-stays.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Step, StepList } from '../step-list.tsx';
import { usePlatform } from '../use-platform.ts';

const grace: readonly Step[] = [
  { title: 'leave.grace.ask', text: 'leave.grace.askText' },
  { title: 'leave.grace.wait', text: 'leave.grace.waitText' },
  { title: 'leave.grace.gone', text: 'leave.grace.goneText' },
];

/** What it means to delete an account, and the way to do it. */
export function LogoffScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const [erasesAt, setErasesAt] = useState<string>();
  const isDone = erasesAt !== undefined && session === null;
  return (
    <>
      <ScreenHeader
        title={t('leave.title')}
        {...(isDone ? {} : { subtitle: t('leave.subtitle') })}
        backTo={session ? '/me' : '/'}
      />
      <div className="space-y-4 px-4">{isDone ? <Done erasesAt={erasesAt} /> : <Before onLeft={setErasesAt} />}</div>
    </>
  );
}

function Before({ onLeft }: { onLeft: (erasesAt: string) => void }): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      <WhatIsLost />
      <WhatStays />
      <section aria-labelledby="leave-grace" className="card">
        <SectionHeading id="leave-grace">{t('leave.grace')}</SectionHeading>
        <StepList steps={grace} />
      </section>
      {session ? (
        <>
          <section aria-labelledby="leave-go" className="card">
            <SectionHeading id="leave-go">{t('leave.goTitle')}</SectionHeading>
            <LeaveCard onLeft={onLeft} />
          </section>
          <section aria-labelledby="leave-break" className="card">
            <SectionHeading id="leave-break" more={{ to: '/me', text: t('leave.toMe') }}>
              {t('leave.break')}
            </SectionHeading>
            <p className="text-body text-mute">{t('leave.breakText')}</p>
          </section>
        </>
      ) : null}
    </>
  );
}

/** A host app signs its fans in itself, so only the web offers the way back. */
function Done({ erasesAt }: { erasesAt: string }): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <Farewell
      erasesAt={erasesAt}
      ways={
        <>
          {platform === 'web' ? (
            <Link href="/login" className={buttonStyle('soft', 'large')}>
              {t('leave.comeBack')}
            </Link>
          ) : null}
          <Link href="/" className={`${buttonStyle('quiet')} w-full`}>
            {t('leave.toHome')}
          </Link>
        </>
      }
    />
  );
}
