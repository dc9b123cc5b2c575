import { createContext, type ReactNode, useContext, useState } from 'react';
import { createContext as createRouterContext } from 'react-router';
import type { PostSummary, RenderedContent } from '#blog/contract.ts';

interface StaticPost {
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

/** null in the browser. */
export function useStaticPost(): StaticPost | null {
  return useContext(StaticPostReactContext);
}

/** Rendered only on the server. The browser reuses the HTML that is already in the page. */
export function StaticPart({ id, children }: { id: string; children: ReactNode }) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')));
  if (import.meta.env.SSR) {
    return (
      <div id={id} className="contents">
        {children}
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML that the server sent.
  return <div id={id} className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function PostHtml({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized before it was stored, and the CSP blocks its scripts.
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
