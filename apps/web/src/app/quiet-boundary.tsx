import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };
type State = { failed: boolean };

/** Around what a screen can do without: when it cannot be loaded or drawn, that is logged and nothing else happens. */
export class QuietBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the app beside its screens failed.', error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
