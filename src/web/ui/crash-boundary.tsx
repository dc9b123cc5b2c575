import { Component, type ComponentType, type ReactNode } from 'react';

interface CrashBoundaryProps {
  children: ReactNode;
  ErrorPage: ComponentType<{ message: string | null }>;
}

/** Options of a root that has a `CrashBoundary`. */
export const crashLogging = { onCaughtError: () => undefined };

/** As `ErrorBoundary` in `root.tsx`, for a page without the router. */
export class CrashBoundary extends Component<CrashBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: Preact doesn't log it, and with `crashLogging` React leaves it to this.
    console.error(error);
  }

  override render() {
    const { error } = this.state;
    const { children, ErrorPage } = this.props;
    return error === null ? children : <ErrorPage message={error instanceof Error ? error.message : null} />;
  }
}
