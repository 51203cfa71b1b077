import { Component, type ReactNode } from 'react';
import { logError } from '../../log.ts';
import { PartFailure } from './part-failure.tsx';

type PartBoundaryProps = {
  onClose?: (() => void) | undefined;
  children: ReactNode;
};

/** Keeps an error inside of it from removing the rest of the page. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    logError('A part of the page broke', error);
  }

  override render(): ReactNode {
    const { onClose, children } = this.props;
    if (!this.state.isBroken) return children;
    const retry = () => this.setState({ isBroken: false });
    return <PartFailure isFetch={false} place="over" onRetry={retry} onClose={onClose} />;
  }
}
