import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearch } from 'wouter';
import { text } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSessionEnd } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Leads a fan whose session has expired to the sign-in screen, and afterwards back to where they were. */
export function useSessionExpiry(): void {
  const queryClient = useQueryClient();
  const ended = useSessionEnd();
  const [location, navigate] = useLocation();
  const search = useSearch();

  const leadToSignIn = useEffectEvent(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.length > 1 });
    showToast({ kind: 'warning', title: text('session.expired') });
    // A screen that needs a fan may have led there already.
    if (location !== '/login') navigate(signInPath(search ? `${location}?${search}` : location));
  });

  useEffect(() => {
    if (ended === 'expired') leadToSignIn();
  }, [ended]);
}
