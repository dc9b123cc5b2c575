import type { RenderedContent } from './contract.ts';
export function renderContent(content: string): RenderedContent {
  return { html: content, headings: [] };
}
