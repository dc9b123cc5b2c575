import type { AssistantErrorCode } from '#assistant/contract.ts';
import { parseJson } from '../../parse-json.ts';
import type { AssistKind, Patch } from './kinds.ts';
import { isReason } from './reasons.ts';

export interface Suggestion {
  patch: Patch;
  /** Why it is not the model's; null: it is. */
  code: AssistantErrorCode | null;
  /** Where no picture came: what it was to be drawn by, if told. */
  prompt: string | null;
}

/** What an answer of `generate-content` puts into the form; null: nothing that can be read. */
export function readSuggestion(kind: AssistKind, answer: unknown): Suggestion | null {
  const said = typeof answer === 'string' ? parseJson(answer) : answer;
  if (!isRecord(said) || said.success === false) return null;
  const patch = patchOf(kind, said);
  if (patch === null) return null;
  const code = said.fallback === true ? (isReason(said.code) ? said.code : 'model.malformed') : null;
  return { patch, code, prompt: textIn(said.prompt) };
}

function patchOf(kind: AssistKind, said: Record<string, unknown>): Patch | null {
  switch (kind) {
    case 'slug': {
      const slug = textIn(said.slug);
      return slug === null ? null : { slug };
    }
    case 'excerpt': {
      const excerpt = textIn(said.excerpt);
      return excerpt === null ? null : { excerpt };
    }
    case 'seo': {
      const seo_title = textIn(said.seoTitle ?? said.title);
      const seo_description = textIn(said.seoDescription ?? said.description);
      if (seo_title === null || seo_description === null) return null;
      return { seo_title, seo_description, seo_keywords: wordsIn(said.seoKeywords ?? said.keywords) };
    }
    case 'image': {
      const url = textIn(said.imageUrl);
      return url !== null && /^(?:\/(?!\/)|https?:\/\/)/i.test(url) ? { featured_image_url: url } : {};
    }
  }
}

function wordsIn(value: unknown): string[] {
  const words = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return words.flatMap((word) => textIn(word) ?? []);
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
