import { excerptFallbackLength } from '#assistant/contract.ts';
import type { PostFields } from '#desk/contract.ts';
import { shownSlug } from '../follow-slug.ts';
import type { AssistKind, Patch } from './kinds.ts';
import { rulesText } from './rules-text.ts';

/** What stands in the form where the server gives no answer at all: its own fallback is the same, and knows more scripts. */
export function suggestByRule(kind: AssistKind, { title, content }: PostFields): Patch {
  switch (kind) {
    case 'slug': {
      const slug = shownSlug('', title.trim());
      return slug === '' ? {} : { slug };
    }
    case 'excerpt':
      return { excerpt: beginningOf(content) };
    case 'seo':
      return { seo_title: title.trim(), seo_description: beginningOf(content), seo_keywords: [] };
    case 'image':
      return {};
  }
}

function beginningOf(html: string): string {
  const letters = [...rulesText(html)];
  const cut = letters.slice(0, excerptFallbackLength).join('');
  return letters.length > excerptFallbackLength ? `${cut}...` : cut;
}
