import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { text } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSessionEnd } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Leads a fan whose session has expired to the sign-in screen, and afterwards back to where they were. */
export function useSessionExpiry(): void {
  const queryClient = useQueryClient();
  const ended = useSessionEnd();
  const [location, navigate] = useLocation();

  useEffect(() => {
    if (ended !== 'expired' || location === '/login') return;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.length > 1 });
    showToast({ kind: 'warning', title: text('session.expired') });
    navigate(signInPath(location + window.location.search));
    // The path of the moment counts, not later ones.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ended]);
}
