/** Maximum lengths the blog accepts, in UTF-16 units; `keywords` is a count. */
export const postFieldLimits = {
  title: 300,
  slug: 200,
  excerpt: 2000,
  alt: 500,
  seoTitle: 300,
  seoDescription: 600,
  keyword: 100,
  keywords: 50,
} as const;

/** How many characters search results show. */
export const searchSnippetLimits = { title: 60, description: 160 } as const;
