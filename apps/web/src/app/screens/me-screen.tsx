import { type ReactNode, Suspense, useState } from 'react';
import { Redirect, Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { supportRecordPath } from '#/app/support-record-path.ts';
import { ProfileHeading } from '#/features/identity/profile/profile-heading.tsx';
import { useProfile } from '#/features/identity/use-account.ts';
import { ConversionRecords, VoteRecords } from '#/features/ballots/vote-records.tsx';
import { FreeVotes } from '#/features/ballots/my-votes.tsx';
import { MyIdolSkeleton } from '#/features/following/my-idol-skeleton.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useConfig } from '#/lib/use-config.ts';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { ExpiringNote } from '#/features/points/points-until.tsx';
import type { Asset } from '#/features/points/use-assets.ts';
import { NoticeBell } from '#/features/notices/notice-bell.tsx';
import { ExchangeRecords } from '#/features/shop/exchange/exchange-records.tsx';
import { StakedNote } from '#/features/staking/staked-note.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useProgress } from '#/features/progress/use-progress.ts';
import { ProgressSkeleton } from '#/features/progress/progress-skeleton.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { signInPath } from '#/lib/navigation.ts';
import { type Session, useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';

const myIdol = lazyPart(() => import('#/app/following/my-idols.tsx').then((module) => module.MyIdol));
const myIdols = lazyPart(() => import('#/app/following/my-idols.tsx').then((module) => module.MyIdols));

const progressPart = lazyPart(() =>
  import('#/features/progress/progress-part.tsx').then((module) => module.ProgressPart),
);
const settingsPart = lazyPart(() => import('#/app/me/settings-part.tsx').then((module) => module.SettingsPart));

const GearIcon = drawIcon(
  'M12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM12 18.2a6.2 6.2 0 1 0 0-12.4 6.2 6.2 0 0 0 0 12.4zM12 3v2.8' +
    'M12 18.2V21M3 12h2.8M18.2 12H21M5.6 5.6l2 2M16.4 16.4l2 2M18.4 5.6l-2 2M7.6 16.4l-2 2',
);

/** Shows the fan's own page: who they are, what they did and have; behind the gear, how their account and the app should be. */
export function MeScreen(): ReactNode {
  const session = useSession();
  const part = useQueryParameter('part');
  if (!session) return <Redirect to={signInPath('/me')} replace />;
  if (part !== 'settings') return <Me session={session} />;
  return (
    <Suspense fallback={<Skeleton className="m-4 h-96 rounded-card" />}>
      <settingsPart.Component />
    </Suspense>
  );
}

function Me({ session }: { session: Session }): ReactNode {
  const t = useText();
  const profile = useProfile();
  return (
    <>
      <header className="stage px-5 pt-[calc(var(--safe-top)+28px)] pb-20 text-white">
        <ProfileHeading
          user={profile.data ?? session.userInfo}
          chip={<LevelChip />}
          trailing={
            <div className="ml-auto flex gap-2">
              <NoticeBell className="h-11 rounded-full bg-black/30 px-3" />
              <Link
                href="/me?part=settings"
                aria-label={t('me.settings')}
                className="press grid size-11 place-content-center rounded-full bg-black/30"
              >
                <GearIcon size={22} />
              </Link>
            </div>
          }
        />
        <LightstickCrowd />
      </header>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <Suspense fallback={<MyIdolSkeleton />}>
          <myIdol.Component />
        </Suspense>
        <Suspense fallback={<ProgressSkeleton />}>
          <progressPart.Component />
        </Suspense>
        <section aria-labelledby="my-assets" className="card">
          <SectionHeading id="my-assets">{t('me.assets')}</SectionHeading>
          <CurrentFreeVotes />
          <AssetTiles noteOf={untilNote} />
          <StakedNote />
        </section>
        <Suspense>
          <myIdols.Component />
        </Suspense>
        {profile.data?.hasPassword === false && profile.data.email ? <NoPasswordCard /> : null}
        <MyRecords />
      </div>
    </>
  );
}

const untilNote = (asset: Asset) => <ExpiringNote asset={asset} className="mt-1 text-caption text-mute" />;

/** Asks a fan who signed up without a password for one. */
function NoPasswordCard(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="no-password" className="card">
      <SectionHeading id="no-password">{t('security.setPassword')}</SectionHeading>
      <p className="mb-3 text-small text-pretty text-mute">{t('security.setPasswordText')}</p>
      <Link href="/my-security?set=password" className={buttonStyle('soft')}>
        {t('security.setPassword')}
      </Link>
    </section>
  );
}

/** Shows the free votes of the current election; its place is kept, so that no other link moves under a press. */
function CurrentFreeVotes(): ReactNode {
  const config = useConfig();
  const activity = useActivity(config.data?.currentActivityId ?? undefined);
  if (activity.data) return <FreeVotes activity={activity.data} />;
  const mayCome = config.isPending || (config.data?.currentActivityId && activity.isPending);
  return mayCome ? <Skeleton className="mb-3 h-12 rounded-tile" /> : null;
}

type RecordKind = 'votes' | 'exchanges' | 'conversions';

const panelId = 'my-records-panel';
const shownRecords = 3;

/** Shows the fan's latest votes with receipts, exchanges and conversions; a separate screen lists all of them. */
function MyRecords(): ReactNode {
  const t = useText();
  const [kind, setKind] = useState<RecordKind>('votes');
  return (
    <section aria-labelledby="my-records" className="card">
      <SectionHeading id="my-records" more={{ to: supportRecordPath({ kind }), text: t('me.allRecords') }}>
        {t('me.records')}
      </SectionHeading>
      <Tabs
        label={t('me.records')}
        panelId={panelId}
        selected={kind}
        onSelect={setKind}
        tabs={[
          { key: 'votes', title: t('me.votes') },
          { key: 'exchanges', title: t('me.exchanges') },
          { key: 'conversions', title: t('me.conversions') },
        ]}
      />
      <TabPanel id={panelId} selected={kind} className="mt-3">
        {kind === 'votes' ? <VoteRecords latest={shownRecords} /> : null}
        {kind === 'exchanges' ? <ExchangeRecords latest={shownRecords} /> : null}
        {kind === 'conversions' ? <ConversionRecords latest={shownRecords} /> : null}
      </TabPanel>
    </section>
  );
}

/** Shows the fan's level on the stage; its place is kept while it loads. */
function LevelChip(): ReactNode {
  const t = useText();
  const { data } = useProgress();
  return (
    <p className="mt-1 min-h-6">
      {data ? (
        <span className="num inline-block rounded-full bg-black/30 px-2.5 py-0.5 text-caption font-bold">
          {t('progress.level', { level: data.level.level })}
        </span>
      ) : null}
    </p>
  );
}
