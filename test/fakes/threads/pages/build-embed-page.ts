import type { Addresses } from '../address-book.ts';
import type { Clip, Picture } from '../media-files.ts';
import type { PostPlan } from '../post-plan.ts';
import type { ScenePlan } from '../scene.ts';
import { escapeHtml } from './escape.ts';

function pictureTag(picture: Picture, addresses: Addresses): string {
  const url = addresses.picture(picture, picture.file.format === 'JPG' ? 'dst-jpg_e35_tt6' : null);
  return `<img class="SingleInnerMediaContainerImage" src="${escapeHtml(url)}" alt="" />`;
}
function clipTag(clip: Clip, addresses: Addresses, carousel: boolean): string {
  const source = escapeHtml(addresses.clip(clip, carousel));
  return `<video playsinline muted loop><source src="${source}" type="video/mp4" /></video>`;
}

function mediaOf(post: PostPlan, addresses: Addresses): string {
  const { content } = post;
  switch (content.kind) {
    case 'photo':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer">${pictureTag(content.picture, addresses)}</div></div>`;
    case 'video':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainerVideo">${clipTag(content.clip, addresses, false)}</div></div>`;
    case 'carousel': {
      const items = content.items.map((item) => {
        const tag = 'cover' in item ? clipTag(item, addresses, true) : pictureTag(item, addresses);
        return `<div class="MediaScrollImageContainer">${tag}</div>`;
      });
      return `<div class="MediaContainer"><div class="MediaScrollContainer">${items.join('')}</div></div>`;
    }
    case 'gif': {
      const address = content.firstParty ? addresses.proxiedGif().url : addresses.tenorGif().url;
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer"><img src="${escapeHtml(address)}" alt="" /></div></div>`;
    }
    case 'voice':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer"><audio><source src="${escapeHtml(addresses.voice())}" /></audio></div></div>`;
    default:
      return '';
  }
}

function linkCard(post: PostPlan, addresses: Addresses): string {
  if (!post.link) return '';
  const image = escapeHtml(`background-image:url(${addresses.preview()})`);
  return (
    `<a class="LinkAttachmentOuterContainer" href="${escapeHtml(post.link.url)}">` +
    `<div class="LinkAttachmentImage" style="${image}"></div><span>${escapeHtml(post.link.title)}</span></a>`
  );
}

type Role = 'full' | 'parent' | 'quote';

function card(post: PostPlan, addresses: Addresses, role: Role): string {
  const outer = role === 'full' ? 'OuterContainer OuterContainerFull' : 'OuterContainer';
  const body = role === 'parent' ? 'BodyContainer BodyContainerParent' : 'BodyContainer';
  const text = role === 'full' ? 'TextContentContainer TextContentContainerFull' : 'TextContentContainer';
  const link = escapeHtml(`https://www.threads.com/@${post.author.username}/post/${post.code}`);
  const nested = [post.linked, post.attached, post.reposted, post.quoted]
    .filter((plan) => plan !== undefined)
    .map((plan) => `<div class="QuoteContainer">${card(plan, addresses, 'quote')}</div>`);
  return (
    `<div class="${outer}"><div class="Header"><div class="AvatarContainer">` +
    `<img src="${escapeHtml(addresses.avatar())}" alt="" /></div>` +
    `<a class="HeaderLink" href="${link}"><span class="NameContainer">${escapeHtml(post.author.username)}</span></a></div>` +
    `<div class="${body}"><div class="${text}"><span class="BodyTextContainer">${escapeHtml(post.text ?? '')}</span></div>` +
    `${mediaOf(post, addresses)}${linkCard(post, addresses)}${nested.join('')}</div></div>`
  );
}

function wrap(inner: string): string {
  return (
    '<!DOCTYPE html><html lang="en"><head><title>Threads</title>' +
    '<link rel="stylesheet" href="https://static.cdninstagram.com/rsrc.php/v5/l/0,cross/demo.css" /></head>' +
    `<body><div class="EmbedContainer">${inner}</div></body></html>`
  );
}

/** The card other sites show in a frame. */
export function buildEmbedPage(plan: ScenePlan, addresses: Addresses): string {
  const parents = (plan.before ?? []).map((post) => card(post, addresses, 'parent'));
  return wrap([...parents, card(plan.post, addresses, 'full')].join(''));
}

/** A card that says the post cannot be shown. */
export function buildUnavailableEmbed(): string {
  return wrap(
    '<div class="OuterContainer"><span class="BodyTextContainer">Thread not available</span></div>',
  );
}

/** Frame and avatar, no content. */
export function buildFrameOnlyEmbed(plan: ScenePlan, addresses: Addresses): string {
  const empty: PostPlan = { ...plan.post, text: null, content: { kind: 'none' } };
  return wrap(card(empty, addresses, 'full'));
}
