import { Component, type ErrorInfo, type ReactNode } from 'react';
import { trackError } from '#/lib/analytics/track.ts';
import { ChunkLoadError } from '#/lib/chunk-load-error.ts';
import { ScreenFailure } from './screen-failure.tsx';

type Props = { children: ReactNode };
type State = { error: Error | null };

/** Catches what a screen throws while loading or drawing, and shows a card in its place. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A screen failed.', error, info.componentStack);
    // One that could not be loaded has been measured where that was decided.
    if (!(error instanceof ChunkLoadError)) trackError(error);
  }

  override render(): ReactNode {
    return this.state.error ? <ScreenFailure error={this.state.error} /> : this.props.children;
  }
}
