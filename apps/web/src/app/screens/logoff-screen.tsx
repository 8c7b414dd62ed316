import { type ReactNode, useState, useEffect } from 'react';
import { Link } from 'wouter';
import { type Feature, FeatureList } from '#/app/feature-list.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { usePlatform } from '#/lib/platform.ts';
import { DeleteAccountCard } from '#/features/identity/deletion/delete-account.tsx';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { CoinsIcon, LockIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { MeIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

const grace: readonly ExplainedStep[] = [
  { title: 'leave.grace.ask', text: 'leave.grace.askText' },
  { title: 'leave.grace.wait', text: 'leave.grace.waitText' },
  { title: 'leave.grace.gone', text: 'leave.grace.goneText' },
];

/** Explains what it means to delete an account, and lets the fan do it. */
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
            <DeleteAccountCard onLeft={onLeft} />
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

/** A host app signs its fans in itself, so only the web offers a link back. */
function Done({ erasesAt }: { erasesAt: string }): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <DeletionScheduled
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

type FarewellProps = {
  erasesAt: string;
  /** Links to come back and to other screens. */
  ways: ReactNode;
};

/** Says what happens now that the fan has left: until when they can come back, and how. */
function DeletionScheduled({ erasesAt, ways }: FarewellProps): ReactNode {
  const t = useText();
  const friendlyDate = useFriendlyDate();
  const heading = useArrivingFocus<HTMLHeadingElement>();
  // Most of the screen's height is gone.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <section aria-labelledby="farewell" className="card enter text-center">
      <span className="mx-auto grid size-16 place-content-center rounded-full bg-brand-soft text-brand">
        <CalendarIcon size={30} />
      </span>
      <h2 ref={heading} id="farewell" tabIndex={-1} className="mt-4 text-section font-extrabold text-balance">
        {t('leave.doneTitle')}
      </h2>
      <p className="mx-auto mt-2 max-w-80 text-body text-pretty text-mute">{t('leave.doneText')}</p>
      <p className="mt-5 rounded-tile bg-bg p-4">
        <span className="block text-small text-mute">{t('leave.doneDate')}</span>
        <span className="num mt-0.5 block text-title font-extrabold">{friendlyDate(erasesAt)}</span>
      </p>
      <div className="mt-5 space-y-2">{ways}</div>
    </section>
  );
}

const losses: readonly Feature[] = [
  { icon: MeIcon, title: 'leave.lost.profile', text: 'leave.lost.profileText' },
  { icon: LockIcon, title: 'leave.lost.access', text: 'leave.lost.accessText' },
  { icon: CoinsIcon, title: 'leave.lost.unused', text: 'leave.lost.unusedText' },
];

/** Lists what is deleted with an account; its owner sees the balances as they are now. */
function WhatIsLost(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <section aria-labelledby="leave-lost" className="card">
      <SectionHeading id="leave-lost">{t('leave.lost')}</SectionHeading>
      <FeatureList features={losses} />
      <div className="mt-5">
        {session ? <Balances /> : <SignInFirst next="/logoff">{t('leave.lostSignIn')}</SignInFirst>}
      </div>
    </section>
  );
}

function Balances(): ReactNode {
  const t = useText();
  return (
    <>
      <AssetTiles />
      <p className="mt-3 text-small text-pretty text-mute">{t('leave.lostBalances')}</p>
    </>
  );
}

/** Lists what is not deleted with an account, and how to take a copy of it along. */
function WhatStays(): ReactNode {
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
