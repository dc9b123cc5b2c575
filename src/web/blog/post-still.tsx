import { createContext, type ReactNode, useContext } from 'react';
import { createContext as createRouterContext } from 'react-router';
import type { PostSummary, RenderedContent } from '#blog/contract.ts';

/** The parts of a post's page that never change once it is there. */
export interface StillPost {
  content: RenderedContent;
  related: PostSummary[];
}

/** What a loader leaves for the server's rendering alone, so that no text is sent twice: as HTML and as data. */
export const stillPostContext = createRouterContext<StillPost | null>(null);

const StillPostContext = createContext<StillPost | null>(null);

export function StillPostProvider({ still, children }: { still: StillPost | null; children: ReactNode }) {
  return <StillPostContext value={still}>{children}</StillPostContext>;
}

/** Null in the browser, and where no loader gave any. */
export function useStillPost(): StillPost | null {
  return useContext(StillPostContext);
}
