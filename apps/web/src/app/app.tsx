import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Layout } from './layout.tsx';
import { Router } from './router.tsx';
import { useFreshLanguage } from './use-fresh-language.ts';
import { useResendIntents } from './use-resend-intents.ts';
import { useScrollToTop } from './use-scroll-to-top.ts';
import { useSessionExpiry } from './use-session-expiry.ts';

/** The whole application around one query client. */
export function App({ queryClient }: { queryClient: QueryClient }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame(): ReactNode {
  useScrollToTop();
  useFreshLanguage();
  useSessionExpiry();
  useResendIntents();
  return (
    <Layout>
      <Router />
    </Layout>
  );
}
