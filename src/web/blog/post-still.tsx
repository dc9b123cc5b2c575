import { createContext, type ReactNode, useContext } from 'react';
import { createContext as createRouterContext } from 'react-router';
import type { PostSummary, RenderedContent } from '#blog/contract.ts';

export interface StaticPost {
  content: RenderedContent;
  related: PostSummary[];
}

/** Passes loader data to server rendering only, so that the text is not sent as both HTML and data. */
export const staticPostContext = createRouterContext<StaticPost | null>(null);

const StaticPostReactContext = createContext<StaticPost | null>(null);

export function StaticPostProvider({
  staticPost,
  children,
}: {
  staticPost: StaticPost | null;
  children: ReactNode;
}) {
  return <StaticPostReactContext value={staticPost}>{children}</StaticPostReactContext>;
}

/** null in the browser, and if the loader set no value. */
export function useStaticPost(): StaticPost | null {
  return useContext(StaticPostReactContext);
}
