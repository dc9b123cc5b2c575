import { unwrapRedirectUrl } from '../post-links.ts';
import { asList, asNode, asText, type JsonNode, nodeAt } from './json.ts';

const maxTextLength = 20_000;

/** The caption, and after a blank line the long text that is attached to it (autumn 2026). */
export function parseText(node: JsonNode): string {
  const info = asNode(node.text_post_app_info);
  const fragments = listFragments(info?.text_fragments);
  const caption = asText(asNode(node.caption)?.text) ?? joinFragments(fragments);
  const attached = joinFragments(listFragments(attachmentOf(node)?.text_fragments));
  return [expandLinks(caption, fragments), attached]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .slice(0, maxTextLength);
}

/** Threads gives the attached text only to some visitors. */
export function hasWithheldText(node: JsonNode): boolean {
  const attachment = attachmentOf(node);
  return attachment !== null && joinFragments(listFragments(attachment.text_fragments)).trim() === '';
}

function attachmentOf(node: JsonNode): JsonNode | null {
  return nodeAt(asNode(node.text_post_app_info), 'snippet_attachment_info');
}

function listFragments(value: unknown): JsonNode[] {
  const list = Array.isArray(value) ? value : asNode(value)?.fragments;
  return asList(list)
    .map(asNode)
    .filter((fragment) => fragment !== null);
}

function joinFragments(fragments: readonly JsonNode[]): string {
  const text = fragments.map(({ plaintext }) => asText(plaintext) ?? '').join('');
  return expandLinks(text, fragments);
}

/** Links are shown without their end, such as `example.com/watch?v=…`. */
function expandLinks(text: string, fragments: readonly JsonNode[]): string {
  let expanded = text;
  for (const fragment of fragments) {
    const shown = asText(fragment.plaintext) ?? '';
    const target = asText(asNode(fragment.link_fragment)?.uri) ?? asText(fragment.linkified_web_url);
    const url = target === null ? null : unwrapRedirectUrl(target);
    if (url !== null && /\S(?:…|\.{3})$/.test(shown)) expanded = expanded.replace(shown, () => url);
  }
  return expanded;
}
