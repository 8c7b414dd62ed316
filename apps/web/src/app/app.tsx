import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, Component, type ComponentType, Suspense } from 'react';
import { homePart } from '#/lib/lazy-part.ts';
import { useEndOfPage } from '#/lib/session/session.ts';
import { Layout } from './layout.tsx';
import { Router } from './router.tsx';

const deferredEffects = () =>
  homePart(() => import('./deferred-effects.tsx').then((module) => module.DeferredEffects)).Component;

export function App({ queryClient }: { queryClient: QueryClient }): ReactNode {
  const isOver = useEndOfPage() !== null;
  return (
    <QueryClientProvider client={queryClient}>
      {isOver ? null : (
        <Layout>
          <Router />
        </Layout>
      )}
      <QuietBoundary part={deferredEffects} />
    </QueryClientProvider>
  );
}

type Props = {
  /** Creates the part; again for each retry, because a failed lazy component stays failed. */
  part: () => ComponentType;
};
type State = { Part: ComponentType | null };

/**
 * Holds optional parts of a screen: a failure to load or render is only logged, and retried when the network returns or
 * the fan navigates.
 */
class QuietBoundary extends Component<Props, State> {
  override state: State = { Part: this.props.part() };

  static getDerivedStateFromError(): State {
    return { Part: null };
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the app beside its screens failed.', error);
    const waiting = new AbortController();
    const tryAgain = () => {
      waiting.abort();
      this.setState({ Part: this.props.part() });
    };
    // The router announces a new place by the last of these.
    for (const event of ['online', 'popstate', 'pushState'])
      addEventListener(event, tryAgain, { signal: waiting.signal });
  }

  override render(): ReactNode {
    const { Part } = this.state;
    return <Suspense>{Part ? <Part /> : null}</Suspense>;
  }
}
