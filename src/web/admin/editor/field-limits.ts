/** Longest texts the blog takes, in UTF-16 units. */
export const fieldLimits = {
  title: 300,
  slug: 200,
  excerpt: 2000,
  alt: 500,
  seoTitle: 300,
  seoDescription: 600,
  keyword: 100,
  keywords: 50,
} as const;

/** What search results show of a page, in characters. */
export const searchLimits = { title: 60, description: 160 } as const;
