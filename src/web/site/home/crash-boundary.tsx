import { Component, type ReactNode } from 'react';
import { ApplicationErrorPage } from '../error-pages.tsx';

/** As `ErrorBoundary` in `root.tsx`, for a page without the router. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ApplicationErrorPage message={error instanceof Error ? error.message : null} />;
  }
}
