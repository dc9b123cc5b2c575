import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { MediaItem, MediaSource, Post } from './contract.ts';
import { makeIdsUnique } from './gather-items.ts';
import { matchPostPath, readUsername } from './match-post-path.ts';
import type { Outcome } from './outcome.ts';
import { type Element, hasClass, isElement, isModest, readEmbedMedia } from './read-embed-media.ts';
import type { Target } from './request-page.ts';
import { idToCreationMs, namesSamePost, shortcodeToId } from './shortcode.ts';
import { publicOrigin } from './threads-hosts.ts';
import { unwrapOutbound } from './unwrap-outbound.ts';

/** The chain above a reply is drawn whole; it is never that long. */
const maxBlocks = 100;

type AnyNode = ReturnType<typeof parseDocument>['children'][number];

/** Whether a page is the embedded card rather than the site's own page. */
export function isEmbedPage(html: string): boolean {
  return /class="[^"]{0,400}\bOuterContainer(?:Full)?\b/.test(html) || html.includes('EmbedContainer');
}

/**
 * Reads the server-rendered card. For a reply the parent is drawn first, so the block of the asked post has to be
 * proven: by its form, its link or its account. Anything ambiguous is refused.
 */
export function readEmbed(html: string, target: Target): Outcome {
  const document = parseDocument(html);
  if (!isModest(document.children)) return { kind: 'unrecognised', cause: new Error('embed: endless') };
  const block = chooseBlock(document.children, target);
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
  if (items.length > 0) return { kind: 'found', result: { ok: true, value: post } };
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
  const quotes = findAll((one) => one !== block && hasClass(one, 'QuoteContainer'), block.children);
  const quoted = quotes.slice(0, 1).flatMap((quote) => {
    const from: MediaSource = {
      kind: 'quoted',
      username: readHandle(quote) ?? '',
      code: readCodes([quote])[0] ?? null,
    };
    const inner = findAll((one) => hasClass(one, 'OuterContainer'), quote.children)[0] ?? quote;
    return readEmbedMedia(inner, from, `${id}-quoted`).items;
  });
  return { items: [...own.items, ...quoted], hasUnread: own.hasUnread };
}

function chooseBlock(nodes: AnyNode[], target: Target): Element | null {
  const outer = findAll(
    (one) => hasClass(one, 'OuterContainer') || hasClass(one, 'OuterContainerFull'),
    nodes,
  );
  const all = new Set(outer);
  const blocks = outer.filter(
    (one) => !isInside(one, (parent) => hasClass(parent, 'QuoteContainer') || all.has(parent)),
  );
  if (blocks.length > maxBlocks) return null;
  const names = (one: Element) => readCodes([one]).some((code) => namesSamePost(code, target.code));
  const isHis = (one: Element) => readHandle(one)?.toLowerCase() === target.username?.toLowerCase();
  const codes = readCodes(nodes);
  const isProven = codes.some((code) => namesSamePost(code, target.code));
  if (codes.length > 0 && !isProven) return null;
  const full = blocks.filter((one) => hasClass(one, 'OuterContainerFull'));
  const chosen = only(full) ?? only(blocks.filter(names)) ?? only(blocks) ?? only(blocks.filter(isHis));
  if (chosen === null) return null;
  if (isProven) return names(chosen) || readCodes([chosen]).length === 0 ? chosen : null;
  return target.username !== null && isHis(chosen) ? chosen : null;
}

function only<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

function isInside(element: Element, holds: (parent: Element) => boolean): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) {
    if (isElement(parent) && holds(parent)) return true;
  }
  return false;
}

/** Shortcodes of the posts linked from `nodes`, those of quoted posts aside. */
function readCodes(nodes: AnyNode[]): string[] {
  const links = findAll((one) => one.name === 'a', nodes);
  return links
    .filter(
      (one) =>
        nodes.some((node) => isElement(node) && hasClass(node, 'QuoteContainer')) ||
        !isInside(one, (parent) => hasClass(parent, 'QuoteContainer')),
    )
    .map((one) => matchPostPath(URL.parse(one.attribs.href ?? '', publicOrigin)?.pathname ?? ''))
    .map((link) => (link?.kind === 'post' ? link.code : null))
    .filter((code) => code !== null);
}

function readHandle(block: Element): string | null {
  const link = findAll((one) => hasClass(one, 'HeaderLink') || hasClass(one, 'NameContainer'), [block])[0];
  if (link === undefined) return null;
  const path = URL.parse(link.attribs.href ?? '', publicOrigin)?.pathname ?? '';
  const named =
    /^\/@([^/]+)/.exec(path.replace('%40', '@'))?.[1] ?? textContent(link).trim().replace(/^@/, '');
  return readUsername(named);
}

function readLinkCard(block: Element): string | null {
  const isOwn = (one: Element) => !isInside(one, (parent) => hasClass(parent, 'QuoteContainer'));
  const card = findAll((one) => hasClass(one, 'LinkAttachmentOuterContainer') && isOwn(one), [block])[0];
  const link = card === undefined ? undefined : findAll((one) => one.name === 'a', [card])[0];
  return unwrapOutbound(link?.attribs.href ?? '');
}

function textOf(block: Element, name: string): string {
  const found = findAll((one) => hasClass(one, name), [block])[0];
  return found === undefined ? '' : textContent(found).trim().slice(0, 20_000);
}
