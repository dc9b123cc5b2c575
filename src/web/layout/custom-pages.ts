import { createContext, useContext } from 'react';

export interface CustomPageLink {
  slug: string;
  title: string;
}

/** The owner's published pages in the language of the page. A context, because the home page has no router. */
export const CustomPagesContext = createContext<readonly CustomPageLink[]>([]);

export function useCustomPages(): readonly CustomPageLink[] {
  return useContext(CustomPagesContext);
}
