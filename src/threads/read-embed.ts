import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { chooseEmbedBlock } from './choose-embed-block.ts';
import type { MediaItem, MediaSource, Post } from './contract.ts';
import {
  type AnyNode,
  type Element,
  elementsBelow,
  hasClass,
  linkedCodes,
  readHandle,
} from './embed-elements.ts';
import { makeIdsUnique } from './gather-items.ts';
import type { Outcome } from './outcome.ts';
import { readEmbedMedia } from './read-embed-media.ts';
import type { Target } from './request-page.ts';
import { scanTags } from './scan-tags.ts';
import { idToCreationMs, shortcodeToId } from './shortcode.ts';
import { publicOrigin } from './threads-hosts.ts';
import { unwrapOutbound } from './unwrap-outbound.ts';

/** Whether a page is the embedded card rather than the site's own page. */
export function isEmbedPage(html: string): boolean {
  return /class="[^"]{0,400}\bOuterContainer(?:Full)?\b/.test(html) || html.includes('EmbedContainer');
}

/**
 * Reads the server-rendered card. For a reply the parent is drawn first, so the block of the asked post has to be
 * proven: by its form, its link or its account. Anything ambiguous is refused.
 */
export function readEmbed(html: string, target: Target): Outcome {
  if (!scanTags(html)) return { kind: 'unrecognised', cause: new Error('embed: endless') };
  const document = parseDocument(html);
  const block = chooseEmbedBlock(document.children, target);
  if (block === null) return judgeEmpty(document.children, 'no block of this post');
  const username = readHandle(block) ?? target.username;
  const text = textOf(block, 'BodyTextContainer');
  const id = shortcodeToId(target.code);
  const createdMs = id === null ? null : idToCreationMs(id);
  if (username === null || createdMs === null)
    return { kind: 'misread', cause: new Error('embed: no author') };
  const { items, hasUnread } = readItems(
    block,
    { kind: 'own', username, code: target.code },
    id ?? target.code,
  );
  const post: Post = {
    code: target.code,
    url: `${publicOrigin}/@${username}/post/${target.code}`,
    author: { username, name: '' },
    text,
    publishedAt: new Date(createdMs).toISOString(),
    linksTo: readLinkCard(block),
    items: makeIdsUnique(items),
  };
  if (items.length > 0) {
    return { kind: 'found', result: { ok: true, value: hasUnread ? { ...post, incomplete: true } : post } };
  }
  if (hasUnread) return { kind: 'misread', cause: new Error('embed: media of an unknown shape') };
  if (text === '' && post.linksTo === null) return judgeEmpty([block], 'an empty frame');
  const lack = post.linksTo === null ? 'post.no_media' : 'post.media_elsewhere';
  return { kind: 'found', result: { ok: false, error: { code: lack, post } } };
}

/** The words count only where they stand instead of a post: a caption or a quote may hold them too. */
function judgeEmpty(nodes: AnyNode[], otherwise: string): Outcome {
  const isNamedGone = /Thread not available/i.test(textContent(nodes).slice(0, 200_000));
  if (isNamedGone) return { kind: 'gone', cause: new Error('embed: not available') };
  return { kind: 'absent', cause: new Error(`embed: ${otherwise}`) };
}

function readItems(
  block: Element,
  source: MediaSource,
  id: string,
): { items: MediaItem[]; hasUnread: boolean } {
  const own = readEmbedMedia(block, source, id);
  const quote = elementsBelow(block.children).find((one) => hasClass(one, 'QuoteContainer'));
  if (quote === undefined) return own;
  const inner = elementsBelow(quote.children).find((one) => hasClass(one, 'OuterContainer')) ?? quote;
  const code = linkedCodes(inner.children)[0] ?? null;
  const from: MediaSource = { kind: 'quoted', username: readHandle(inner) ?? '', code };
  const quoted = readEmbedMedia(inner, from, `${id}-quoted`);
  return { items: [...own.items, ...quoted.items], hasUnread: own.hasUnread || quoted.hasUnread };
}

function readLinkCard(block: Element): string | null {
  const below = elementsBelow(block.children, 'QuoteContainer');
  const card = below.find((one) => hasClass(one, 'LinkAttachmentOuterContainer'));
  const link = card === undefined ? undefined : elementsBelow([card]).find((one) => one.name === 'a');
  return unwrapOutbound(link?.attribs.href ?? '');
}

function textOf(block: Element, name: string): string {
  const found = elementsBelow(block.children, 'QuoteContainer').find((one) => hasClass(one, name));
  return found === undefined ? '' : textContent(found).trim().slice(0, 20_000);
}
