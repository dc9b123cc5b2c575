import { excerptFallbackLength } from '#ai/contract.ts';
import type { PostFields } from '#blog/editing-contract.ts';
import { displayedSlug } from '../post-form-values.ts';
import { htmlToPlainText } from './plain-text.ts';
import type { PostFieldsPatch, SuggestionKind } from './suggestion-kinds.ts';

/** Used if the server doesn't respond. The server's own fallback is the same, but supports more scripts. */
export function createFallbackSuggestion(
  kind: SuggestionKind,
  { title, content }: PostFields,
): PostFieldsPatch {
  switch (kind) {
    case 'slug': {
      const slug = displayedSlug('', title.trim());
      return slug === '' ? {} : { slug };
    }
    case 'excerpt':
      return { excerpt: toExcerpt(content) };
    case 'seo':
      return { seo_title: title.trim(), seo_description: toExcerpt(content), seo_keywords: [] };
    case 'image':
      return {};
  }
}

function toExcerpt(html: string): string {
  const characters = [...htmlToPlainText(html)];
  const excerpt = characters.slice(0, excerptFallbackLength).join('');
  return characters.length > excerptFallbackLength ? `${excerpt}...` : excerpt;
}
