import type { DeskLanguage, DeskPost, PostStatus } from '#desk/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { markNames, marksOf } from '../language-marks.ts';
import { postLocaleNames } from '../post-locale-names.ts';
import { postStatusNames } from '../post-status.ts';
import { LanguageMarks } from './language-marks.tsx';

const code =
  'flex min-h-7 min-w-8 items-center justify-center rounded-md border px-1 text-xs font-bold uppercase';

const looks = {
  published: 'border-good bg-surface text-good',
  draft: 'border-dashed border-field bg-surface text-ink',
  archived: 'border-line bg-sunken text-muted line-through',
} as const satisfies Record<PostStatus, string>;

/** Which languages an article has, and the way into each. `mayAdd`: whether the reader may write the missing ones. */
export function LanguageRow({ post, mayAdd }: { post: DeskPost; mayAdd: boolean }) {
  const t = useTranslator();
  const titled = post.title || t('admin.blog.untitled');
  return (
    <>
      <ul aria-label={t('admin.blog.languages_of', { title: titled })} className="mt-4 flex flex-wrap gap-1">
        {locales.map((locale) => (
          <li key={locale}>
            <LanguageCode
              locale={locale}
              article={post.article_id}
              found={post.languages.find((one) => one.locale === locale)}
              isSelf={post.locale === locale}
              mayAdd={mayAdd}
            />
          </li>
        ))}
      </ul>
      <LanguageMarks languages={post.languages} />
    </>
  );
}

function LanguageCode({
  locale,
  article,
  found,
  isSelf,
  mayAdd,
}: {
  locale: Locale;
  article: string;
  found: DeskLanguage | undefined;
  isSelf: boolean;
  mayAdd: boolean;
}) {
  const t = useTranslator();
  const language = postLocaleNames[locale];
  if (found) {
    const status = [t(postStatusNames[found.status]), ...marksOf(found).map((mark) => t(markNames[mark]))];
    const label = t('admin.blog.language_is', { language, status: status.join(', ') });
    const look = `${code} ${looks[found.status]}`;
    return isSelf ? (
      <span role="img" aria-label={label} title={label} className={`${look} border-2`}>
        {locale}
      </span>
    ) : (
      <a
        href={`/admin/blog/${found.id}`}
        aria-label={label}
        title={label}
        className={`${look} hover:border-accent hover:text-accent`}
      >
        {locale}
      </a>
    );
  }
  if (!mayAdd) {
    const label = t('admin.blog.language_missing', { language });
    return (
      <span role="img" aria-label={label} title={label} className={`${code} border-transparent text-muted`}>
        {locale}
      </span>
    );
  }
  const label = t('admin.blog.language_add', { language });
  return (
    <a
      href={`/admin/blog/new?locale=${locale}&article=${article}`}
      aria-label={label}
      title={label}
      className={`${code} border-transparent bg-sunken text-muted hover:border-accent hover:text-accent`}
    >
      <span aria-hidden="true">+</span>
      {locale}
    </a>
  );
}
