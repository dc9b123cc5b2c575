import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isLocale, type Locale, localeTags } from '#i18n/locales.ts';
import type { QueuedPost, ReviewQueue } from '#translation/contract.ts';
import { postReviewPath } from '../../paths.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { LinkNav } from '../../ui/list/link-nav.tsx';
import { AdminPage } from '../admin-page.tsx';
import {
  languageNameInSentence,
  postLanguageNames,
  postStatusLabels,
  reviewPath,
  sideBySidePath,
  translationStatusLabels,
} from '../post-labels.ts';

export const handle: PageHandle = { bundle: 'lists' };

export interface ReviewPageData {
  language: Locale;
  languages: Awaited<ReturnType<ReviewQueue['countPosts']>>;
  posts: QueuedPost[];
}

/** `/admin/review?language=th`; without a language, the one with most posts. */
export async function loader({ url, context }: LoaderFunctionArgs): Promise<ReviewPageData> {
  const { reviewQueue } = context.get(servicesContext);
  const languages = await reviewQueue.countPosts();
  const requested = url.searchParams.get('language') ?? '';
  const longest = languages.toSorted((a, b) => b.posts - a.posts)[0]?.locale ?? 'en';
  const language = isLocale(requested) ? requested : longest;
  return { language, languages, posts: await reviewQueue.listPosts(language) };
}

/** Works without JavaScript. */
export default function ReviewPage() {
  const t = useTranslator();
  const { language, languages, posts } = useLoaderData<typeof loader>();
  const name = languageNameInSentence(language, t.locale);
  const blocks = posts.reduce((sum, post) => sum + post.blocks, 0);
  const total = languages.find(({ locale }) => locale === language)?.posts ?? 0;
  return (
    <AdminPage path="/admin/review" title={t('admin.nav.review')} subtitle={t('admin.review.intro')}>
      <LinkNav
        label={t('admin.editor.languages')}
        links={languages.map(({ locale, posts: count }) => ({
          href: reviewPath(locale),
          label: <span lang={localeTags[locale]}>{postLanguageNames[locale]}</span>,
          isCurrent: locale === language,
          count,
        }))}
      />
      <h2 className="mt-8 text-xl font-bold">
        {posts.length === 0
          ? t('admin.review.empty', { language: name })
          : blocks === 0
            ? postLanguageNames[language]
            : t('admin.review.blocks', { count: blocks, language: name })}
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {posts.map((post) => (
          <QueuedPostRow key={post.id} post={post} language={language} />
        ))}
      </ul>
      {total > posts.length && (
        <p className="mt-4 text-sm text-muted">{t('admin.review.limit', { count: posts.length })}</p>
      )}
    </AdminPage>
  );
}

function QueuedPostRow({ post, language }: { post: QueuedPost; language: Locale }) {
  const t = useTranslator();
  const { id, title, status, isUntranslated, isOutdated, blocks, doubtful } = post;
  const details = [
    t(postStatusLabels[status]),
    isUntranslated && t(translationStatusLabels.untranslated),
    isOutdated && t(translationStatusLabels.outdated),
    blocks > 0 && t('admin.review.post_blocks', { count: blocks }),
  ].filter((detail) => detail !== false);
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-6">
      <a
        href={sideBySidePath(id, language)}
        className="flex min-h-14 grow flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-1 py-3 hover:text-accent"
      >
        <span lang={localeTags[language]} className="min-w-0 font-semibold wrap-anywhere">
          {title || t('admin.blog.untitled')}
        </span>
        <span className="text-sm text-muted">{details.join(' · ')}</span>
      </a>
      {doubtful > 0 && (
        <a
          href={`${postReviewPath(id)}#${language}`}
          className="inline-flex min-h-11 items-center px-1 text-sm font-semibold text-accent hover:underline"
        >
          {t('admin.review.post_doubts', { count: doubtful })}
        </a>
      )}
    </li>
  );
}
