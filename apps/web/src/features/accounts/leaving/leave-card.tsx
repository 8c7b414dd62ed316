import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useProfile } from '../use-profile.ts';
import { LeaveForm } from './leave-form.tsx';

/** The way out, once it is known how the fan can show that it is them. */
export function LeaveCard({ onLeft }: { onLeft: (erasesAt: string) => void }): ReactNode {
  const t = useText();
  const profile = useProfile();
  const { fanCode, email, walletAddress } = profile.data ?? {};
  // A host may have told no more than who the fan is, so what it left out is waited for.
  if (fanCode !== undefined && (email || walletAddress)) {
    return <LeaveForm fanCode={fanCode} email={email ?? null} walletAddress={walletAddress ?? null} onLeft={onLeft} />;
  }
  if (profile.isError) {
    return (
      <LoadError
        text={t('leave.loadError')}
        error={profile.error}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-20 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </LoadingRegion>
  );
}
