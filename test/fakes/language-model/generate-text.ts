/** Responds with SEO fields, a slug or a summary, depending on the instructions. */
export function composeGoodReply(instructions: string, data: string): string {
  if (/json/i.test(instructions)) return JSON.stringify(goodSeo);
  if (/\bslug\b/i.test(instructions)) return 'a-good-slug-from-the-model';
  const words = data
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return `A good summary from the model, of a text of ${words.length} words.`;
}

export const goodSeo = {
  seoTitle: 'A good title from the model',
  seoDescription: 'A good description from the model, as a search engine shows it.',
  seoKeywords: ['good', 'words', 'from the model'],
};
