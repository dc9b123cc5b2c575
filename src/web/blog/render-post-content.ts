import type { RouterContextProvider } from 'react-router';
import type { BlogReader, Post, PostSummary } from '#blog/contract.ts';
import { calloutLabelClass, footnoteBackClass, parseCalloutKind } from '#content/block-contract.ts';
import type { RenderedContent } from '#content/render-content.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { servicesContext } from '../services.ts';
import { staticPostContext } from './static-post.ts';

const calloutLabels = {
  note: 'blog.still.callout_note',
  tip: 'blog.still.callout_tip',
  warning: 'blog.still.callout_warning',
} satisfies Record<string, MessageKey>;

/** Passes the text to server rendering only. Returns the rest of the post. `t`: in the language of the text. */
export async function prepareStaticPost(
  context: Readonly<RouterContextProvider>,
  { content, ...summary }: Post,
  related: PostSummary[],
  t: Translator,
): Promise<PostSummary> {
  const { blog } = context.get(servicesContext);
  context.set(staticPostContext, { content: await renderPostContent(blog, content, t), related });
  return summary;
}

/** `t`: in the language of the text, which the page's language may differ from. */
export async function renderPostContent(
  blog: Pick<BlogReader, 'renderContent'>,
  content: string,
  t: Translator,
): Promise<RenderedContent> {
  const rendered = await blog.renderContent(content);
  return { ...rendered, html: addFootnoteLabels(addCalloutLabels(rendered.html, t), t) };
}

/** `html` must be sanitized, so that every `<aside` in it is the tag of a callout. */
function addCalloutLabels(html: string, t: Translator): string {
  return html.replace(/<aside class="([\w-]+)"([^<>]*)>/g, (_, classes: string, attributes: string) => {
    const label = escapeHtml(t(calloutLabels[parseCalloutKind(classes)]));
    return (
      `<aside class="${classes}" role="note"${attributes}>` +
      `<p class="${calloutLabelClass}"><strong>${label}</strong></p>`
    );
  });
}

/** `html` must be rendered from sanitized HTML: no other elements have these classes. */
function addFootnoteLabels(html: string, t: Translator): string {
  let noteCount = 0;
  const attribute = (label: string) => ` aria-label="${escapeHtmlAttribute(label)}"`;
  return html
    .replace(
      /(<sup class="footnote"><a href="#fn-\w+" id="ref-fn-\w+")>(\d+)</g,
      (_, link: string, number: string) =>
        `${link} role="doc-noteref"${attribute(t('blog.still.footnote', { number }))}>${number}<`,
    )
    .replaceAll('<ol class="footnotes"', (list) => list + attribute(t('blog.still.footnotes')))
    .replaceAll(`<a class="${footnoteBackClass}"`, (link) => {
      noteCount += 1;
      const label = t('blog.still.footnote_back', { number: String(noteCount) });
      return `${link} role="doc-backlink"${attribute(label)}`;
    });
}
