import type { PostKind } from '#blog/contract.ts';
import type { ArticleTranslation, PostFields } from '#blog/editing-contract.ts';
import { formatList } from '#i18n/formats.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { languageNameInSentence } from '../../post-labels.ts';
import { searchSnippetLimits } from '../post-form-values.ts';

/** At the start of a paragraph: heading, list item, quote, fence or table row. Anywhere: bold text or a link. */
const markdownPattern =
  /^(?:#{1,6} |[-*+] |> |```|~~~|\|.+\|\s*$)|\*\*[^\s*][^*]*\*\*|\[[^[\]]+\]\((?:https?:|\/)[^)]{0,500}\)/;
const imageFile = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i;

interface PublishedPost {
  kind: PostKind;
  locale: Locale;
  languages: readonly ArticleTranslation[];
}

/** What a writer would probably want to know before readers see the post, as sentences. */
export function listPublishWarnings(
  t: Translator,
  fields: PostFields,
  { kind, locale, languages }: PublishedPost,
): string[] {
  const { body } = new DOMParser().parseFromString(fields.content, 'text/html');
  const isPost = kind === 'post';
  const isBlank = (text: string | null) => (text ?? '').trim() === '';
  const hasCover = !isBlank(fields.featured_image_url);
  const withoutAlt =
    [...body.querySelectorAll('img')].filter((image) => isBlank(image.getAttribute('alt'))).length +
    (hasCover && isBlank(fields.featured_image_alt) ? 1 : 0);
  const uncopied = [...body.querySelectorAll<HTMLAnchorElement>('a[href^="http"]')].filter(
    (link) =>
      imageFile.test(link.getAttribute('href') ?? '') && link.closest('p')?.textContent === link.textContent,
  ).length;
  const isMarkdown = [...body.querySelectorAll('p')].some((paragraph) => {
    const text = paragraph.cloneNode(true) as HTMLElement;
    for (const code of text.querySelectorAll('code')) code.remove();
    return markdownPattern.test(text.textContent ?? '');
  });
  const isLong = (text: string, limit: number) => [...text].length > limit;
  const { title: titleLimit, description: descriptionLimit } = searchSnippetLimits;
  const others = languages.filter((language) => language.locale !== locale);
  const outdated = others.filter(({ status, translation }) => status === 'published' && translation);
  const unpublished = locales.filter(
    (other) =>
      other !== locale && !others.some((post) => post.locale === other && post.status === 'published'),
  );
  const names = (list: readonly Locale[]) =>
    formatList(
      t.locale,
      list.map((language) => languageNameInSentence(language, t.locale)),
    );
  return [
    withoutAlt > 0 && t('admin.editor.check.alt', { count: withoutAlt }),
    isPost && isBlank(fields.excerpt) && t('admin.editor.check.excerpt'),
    isPost && !hasCover && t('admin.editor.check.cover'),
    isPost && fields.category_id === null && t('admin.editor.check.category'),
    isMarkdown && t('admin.editor.check.markdown'),
    /^https?:/.test(fields.featured_image_url ?? '') && t('admin.editor.cover_kept'),
    uncopied > 0 && t('admin.editor.check.images', { count: uncopied }),
    isLong(fields.seo_title || fields.title, titleLimit) &&
      t('admin.editor.check.title_long', { limit: titleLimit }),
    isLong(fields.seo_description || fields.excerpt, descriptionLimit) &&
      t('admin.editor.check.description_long', { limit: descriptionLimit }),
    outdated.length > 0 &&
      t('admin.editor.check.outdated', { languages: names(outdated.map((post) => post.locale)) }),
    unpublished.length > 0 && t('admin.editor.check.unpublished', { languages: names(unpublished) }),
  ].filter((warning) => warning !== false);
}
