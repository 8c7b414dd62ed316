import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { InviteCard, InviteFigures, InviteRecords } from '#/features/identity/invites/invites.tsx';
import { useInvites } from '#/features/identity/use-account.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';

const steps: readonly ExplainedStep[] = [
  { title: 'myInvites.step.pass', text: 'myInvites.step.passText' },
  { title: 'myInvites.step.join', text: 'myInvites.step.joinText' },
  { title: 'myInvites.step.vote', text: 'myInvites.step.voteText' },
];

/** Shows the fan's invite link, how inviting works, and the newcomers. */
export function MyInvitesScreen(): ReactNode {
  const session = useSession();
  return session ? <MyInvites /> : <Redirect to={signInPath('/my-invites')} replace />;
}

function MyInvites(): ReactNode {
  const t = useText();
  const pages = useInvites();
  return (
    <>
      <ScreenHeader title={t('myInvites.title')} subtitle={t('myInvites.subtitle')} backTo="/me" />
      <div className="space-y-4 px-4">
        <section aria-label={t('myInvites.link')} className="card">
          <InviteCard />
        </section>
        <section aria-labelledby="invite-figures" className="card">
          <SectionHeading id="invite-figures">{t('myInvites.soFar')}</SectionHeading>
          <InviteFigures pages={pages} />
        </section>
        <section aria-labelledby="invite-how" className="card">
          <SectionHeading id="invite-how">{t('myInvites.how')}</SectionHeading>
          <StepList steps={steps} />
        </section>
        <section aria-labelledby="invite-records" className="card">
          <SectionHeading id="invite-records">{t('myInvites.records')}</SectionHeading>
          <InviteRecords pages={pages} />
        </section>
      </div>
    </>
  );
}
