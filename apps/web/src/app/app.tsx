import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Layout } from './layout.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';
import { Router } from './router.tsx';

const later = () => lazyPart(() => import('./later.tsx').then((module) => module.Later)).Component;

/** The whole application around one query client. */
export function App({ queryClient }: { queryClient: QueryClient }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Layout>
        <Router />
      </Layout>
      <QuietBoundary part={later} />
    </QueryClientProvider>
  );
}
