import { excerptFallbackLength } from '#assistant/contract.ts';
import type { PostFields } from '#desk/contract.ts';
import type { AssistKind, Patch } from './kinds.ts';
import { rulesText } from './rules-text.ts';

/** What stands in the form where the server gives no answer at all: its own fallback is the same, and knows more scripts. */
export function suggestByRule(kind: AssistKind, { title, content }: PostFields): Patch {
  switch (kind) {
    case 'slug': {
      const slug = deriveSlug(title);
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

function deriveSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

function beginningOf(html: string): string {
  const letters = [...rulesText(html)];
  const cut = letters.slice(0, excerptFallbackLength).join('');
  return letters.length > excerptFallbackLength ? `${cut}...` : cut;
}
