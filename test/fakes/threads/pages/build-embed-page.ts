import type { Clip, ImageFiles } from '../media-files.ts';
import { none, type PostPlan, type ScenePlan } from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';
import { escapeHtml } from './page-blocks.ts';

function imageTag(image: ImageFiles, urls: MediaUrls): string {
  const url = urls.image(image, image.file.format === 'JPG' ? 'dst-jpg_e35_tt6' : null);
  return `<img class="SingleInnerMediaContainerImage" src="${escapeHtml(url)}" alt="" />`;
}
function clipTag(clip: Clip, urls: MediaUrls, carousel: boolean): string {
  const source = escapeHtml(urls.clip(clip, carousel));
  return `<video playsinline muted loop><source src="${source}" type="video/mp4" /></video>`;
}

function renderMedia(post: PostPlan, urls: MediaUrls): string {
  const { content } = post;
  switch (content.kind) {
    case 'photo':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer">${imageTag(content.image, urls)}</div></div>`;
    case 'video':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainerVideo">${clipTag(content.clip, urls, false)}</div></div>`;
    case 'carousel': {
      const items = content.items.map((item) => {
        const tag = 'cover' in item ? clipTag(item, urls, true) : imageTag(item, urls);
        return `<div class="MediaScrollImageContainer">${tag}</div>`;
      });
      return `<div class="MediaContainer"><div class="MediaScrollContainer">${items.join('')}</div></div>`;
    }
    case 'gif': {
      const gifUrl = content.firstParty ? urls.proxiedGif().url : urls.tenorGif().url;
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer"><img src="${escapeHtml(gifUrl)}" alt="" /></div></div>`;
    }
    case 'voice':
      return `<div class="SoloMediaContainer"><div class="SingleInnerMediaContainer"><audio><source src="${escapeHtml(urls.voice())}" /></audio></div></div>`;
    default:
      return '';
  }
}

function renderLinkAttachment(post: PostPlan, urls: MediaUrls): string {
  if (!post.link) return '';
  const image = escapeHtml(`background-image:url(${urls.preview()})`);
  return (
    `<a class="LinkAttachmentOuterContainer" href="${escapeHtml(post.link.url)}">` +
    `<div class="LinkAttachmentImage" style="${image}"></div><span>${escapeHtml(post.link.title)}</span></a>`
  );
}

type Role = 'full' | 'parent' | 'quote';

/** In autumn 2026, a quoted post had the class of a full post too. */
const outerClasses: Record<Role, string> = {
  full: 'OuterContainer OuterContainerFull',
  parent: 'OuterContainer',
  quote: 'OuterContainerFull OuterContainerQuotePost',
};

function renderPost(post: PostPlan, urls: MediaUrls, role: Role): string {
  const outer = outerClasses[role];
  const body = role === 'parent' ? 'BodyContainer BodyContainerParent' : 'BodyContainer';
  const text = role === 'full' ? 'TextContentContainer TextContentContainerFull' : 'TextContentContainer';
  const link = escapeHtml(`https://www.threads.com/@${post.author.username}/post/${post.code}`);
  const nested = [post.linked, post.attached, post.reposted, post.quoted]
    .filter((plan) => plan !== undefined)
    .map((plan) => `<div class="QuotePostContainer">${renderPost(plan, urls, 'quote')}</div>`);
  return (
    `<div class="${outer}"><div class="Header"><div class="AvatarContainer">` +
    `<img src="${escapeHtml(urls.avatar())}" alt="" /></div>` +
    `<a class="HeaderLink" href="${link}"><span class="NameContainer">${escapeHtml(post.author.username)}</span></a></div>` +
    `<div class="${body}"><div class="${text}"><span class="BodyTextContainer">${escapeHtml(post.text ?? '')}</span></div>` +
    `${renderMedia(post, urls)}${renderLinkAttachment(post, urls)}${nested.join('')}</div></div>`
  );
}

function wrap(inner: string): string {
  return (
    '<!DOCTYPE html><html lang="en"><head><title>Threads</title>' +
    '<link rel="stylesheet" href="https://static.cdninstagram.com/rsrc.php/v5/l/0,cross/demo.css" /></head>' +
    `<body><div class="EmbedContainer">${inner}</div></body></html>`
  );
}

export function buildEmbedPage(plan: ScenePlan, urls: MediaUrls): string {
  const parents = (plan.before ?? []).map((post) => renderPost(post, urls, 'parent'));
  return wrap([...parents, renderPost(plan.post, urls, 'full')].join(''));
}

export function buildUnavailableEmbed(): string {
  return (
    '<!DOCTYPE html><html lang="en"><head><title>Threads</title></head><body>' +
    '<div class="EmbedError"><span>Thread not available</span></div></body></html>'
  );
}

export function buildFrameOnlyEmbed(plan: ScenePlan, urls: MediaUrls): string {
  const empty: PostPlan = { ...plan.post, text: null, content: none };
  return wrap(renderPost(empty, urls, 'full'));
}
