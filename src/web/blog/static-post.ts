import { createContext, useContext } from 'react';
import { createContext as createRouterContext } from 'react-router';
import type { PostSummary } from '#blog/contract.ts';
import type { RenderedContent } from '#content/render-content.ts';

interface StaticPost {
  content: RenderedContent;
  related: PostSummary[];
}

/** Passes loader data to server rendering only, so that the text is not sent as both HTML and data. */
export const staticPostContext = createRouterContext<StaticPost | null>(null);

/** null in the browser. */
export const StaticPostReactContext = createContext<StaticPost | null>(null);

export const useStaticPost = () => useContext(StaticPostReactContext);
