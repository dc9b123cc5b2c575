import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { MediaItem, MediaSource, ThreadsPost } from '../contract.ts';
import { threadsOrigin, unwrapRedirectUrl } from '../link/hosts.ts';
import { idToCreationMs, shortcodeToId } from '../link/shortcode.ts';
import { ensureUniqueIds } from '../parse/media-items.ts';
import { scanTags } from '../parse/page-tags.ts';
import type { Outcome } from '../request/outcome.ts';
import { type PageStrategy, type PostTarget, requestPage, threadsPostPath } from '../request/page.ts';
import { headersForEmbed } from '../request/profiles.ts';
import {
  descendantElements,
  type EmbedElement,
  type EmbedNode,
  findEmbedBlock,
  hasClass,
  linkedShortcodes,
  parseHandle,
} from './embed-dom.ts';
import { parseEmbedMedia } from './embed-media.ts';
import { parsePostFromHtml } from './post-page.ts';
import { detectPrivateAccount } from './private-account.ts';

export function isEmbedPage(html: string): boolean {
  return /class="[^"]{0,400}\bOuterContainer(?:Full)?\b/.test(html) || html.includes('EmbedContainer');
}

export function parseEmbed(html: string, target: PostTarget): Outcome {
  if (!scanTags(html))
    return { kind: 'unrecognized', cause: new Error('embed: too many or too deeply nested elements') };
  const document = parseDocument(html);
  const block = findEmbedBlock(document.children, target);
  if (block === null) return classifyEmptyEmbed(document.children, 'no block for this post');
  const username = parseHandle(block) ?? target.username;
  const text = getTextByClass(block, 'BodyTextContainer');
  const id = shortcodeToId(target.code);
  const createdMs = id === null ? null : idToCreationMs(id);
  if (username === null || createdMs === null)
    return { kind: 'parse_error', cause: new Error('embed: no author') };
  const { items, hasUnparsed } = parseItems(
    block,
    { kind: 'own', username, code: target.code },
    id ?? target.code,
  );
  const post: ThreadsPost = {
    code: target.code,
    url: `${threadsOrigin}/@${username}/post/${target.code}`,
    author: { username, name: '' },
    text,
    publishedAt: new Date(createdMs).toISOString(),
    linksTo: parseLinkAttachment(block),
    items: ensureUniqueIds(items),
  };
  if (items.length > 0) {
    return { kind: 'found', result: { ok: true, value: hasUnparsed ? { ...post, incomplete: true } : post } };
  }
  if (hasUnparsed) return { kind: 'parse_error', cause: new Error('embed: unknown media format') };
  if (text === '' && post.linksTo === null) return classifyEmptyEmbed([block], 'empty block');
  const errorCode = post.linksTo === null ? 'post.no_media' : 'post.media_elsewhere';
  return { kind: 'found', result: { ok: false, error: { code: errorCode, post } } };
}

/** The notice counts only in place of a post, because captions and quotes can contain the same text. */
function classifyEmptyEmbed(nodes: EmbedNode[], reason: string): Outcome {
  const isUnavailable = /Thread not available/i.test(textContent(nodes).slice(0, 200_000));
  if (isUnavailable) return { kind: 'gone', cause: new Error('embed: not available') };
  return { kind: 'not_found', cause: new Error(`embed: ${reason}`) };
}

function parseItems(
  block: EmbedElement,
  source: MediaSource,
  id: string,
): { items: MediaItem[]; hasUnparsed: boolean } {
  const ownMedia = parseEmbedMedia(block, source, id);
  const quote = descendantElements(block.children).find((element) => hasClass(element, 'QuoteContainer'));
  if (quote === undefined) return ownMedia;
  const inner =
    descendantElements(quote.children).find((element) => hasClass(element, 'OuterContainer')) ?? quote;
  const code = linkedShortcodes(inner.children)[0] ?? null;
  const quotedSource: MediaSource = { kind: 'quoted', username: parseHandle(inner) ?? '', code };
  const quoted = parseEmbedMedia(inner, quotedSource, `${id}-quoted`);
  return {
    items: [...ownMedia.items, ...quoted.items],
    hasUnparsed: ownMedia.hasUnparsed || quoted.hasUnparsed,
  };
}

function parseLinkAttachment(block: EmbedElement): string | null {
  const descendants = descendantElements(block.children, 'QuoteContainer');
  const attachment = descendants.find((element) => hasClass(element, 'LinkAttachmentOuterContainer'));
  const link =
    attachment === undefined
      ? undefined
      : descendantElements([attachment]).find((element) => element.name === 'a');
  return unwrapRedirectUrl(link?.attribs.href ?? '');
}

function getTextByClass(block: EmbedElement, name: string): string {
  const element = descendantElements(block.children, 'QuoteContainer').find((candidate) =>
    hasClass(candidate, name),
  );
  return element === undefined ? '' : textContent(element).trim().slice(0, 20_000);
}

export const fetchEmbed: PageStrategy = async (session, target, profile): Promise<Outcome> => {
  const result = await requestPage(
    session,
    `${threadsPostPath(target)}/embed`,
    headersForEmbed(profile),
    target,
  );
  if (result.kind === 'outcome') {
    // An embed can be missing for other reasons. Only the post page proves that a post is gone.
    return result.outcome.kind === 'gone' ? { kind: 'inapplicable' } : result.outcome;
  }
  if (!isEmbedPage(result.text)) return parsePostFromHtml(result.text, target);
  const outcome = parseEmbed(result.text, target);
  return outcome.kind === 'gone' ? detectPrivateAccount(session, target.username, profile, outcome) : outcome;
};
