import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { isLocale, type Locale, localeTags } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { LanguageReview, PostReview, ReviewDecision } from '#translation/post-review-contract.ts';
import { blockEditLimits } from '#translation/side-by-side-contract.ts';
import { blockFormLimitBytes } from '../../contract.ts';
import { postReviewPath } from '../../paths.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { formatRequestError } from '../../server-error-messages.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { uuid } from '../editor/load-editor.ts';
import { toBlockText } from '../editor/translation/side-by-side/typed-text.ts';
import { readAdminForm, redirectTo } from '../form-actions.ts';
import { sideBySidePath } from '../post-labels.ts';
import { describeLanguage, describeUnpublished } from './describe-language.ts';
import { DoubtfulBlockCard } from './doubtful-block-card.tsx';

export const handle: PageHandle = { bundle: 'lists' };

const decisions = ['accept', 'proposal', 'edit'] as const;
type DecisionKind = (typeof decisions)[number];

const doneLabels = {
  accept: 'admin.review.accepted',
  proposal: 'admin.review.saved',
  edit: 'admin.review.saved',
} as const satisfies Record<DecisionKind, MessageKey>;

export interface PostReviewPageData {
  review: PostReview;
  /** What was decided just now. */
  done: { kind: DecisionKind; to: Locale } | null;
}

export interface PostReviewActionData {
  error: string;
  to: Locale;
  block: string;
  /** What the person typed. */
  typed: string | null;
}

/** `/admin/blog/id/review`; the id is that of any language of the article. */
export async function loader({ params, url, context }: LoaderFunctionArgs): Promise<PostReviewPageData> {
  const { postReviews } = context.get(servicesContext);
  const review = await postReviews.read(await parsePost(params.post, context), toActor(context));
  if (!review) throw data(null, { status: 404 });
  const [to, kind] = [url.searchParams.get('to') ?? '', parseKind(url.searchParams.get('done'))];
  return { review, done: kind && isLocale(to) ? { kind, to } : null };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { postReviews } = context.get(servicesContext);
  const { user } = requireSession(context);
  const post = await parsePost(params.post, context);
  const field = await readAdminForm(request, blockFormLimitBytes);
  const [to, kind, typed] = [field('to'), parseKind(field('intent')), field('text')];
  if (!isLocale(to) || !kind || typed.length > blockEditLimits.text) throw data(null, { status: 400 });
  const decision: ReviewDecision = kind === 'edit' ? { kind, text: toBlockText(typed) } : { kind };
  const block = { id: field('block'), hash: field('hash'), digest: field('digest') };
  const decided = await postReviews.decide(post, to, block, decision, toActor(context));
  // Not with a fragment, which would take the focus.
  if (decided.ok) return redirectTo(`${postReviewPath(post)}?${new URLSearchParams({ done: kind, to })}`);
  const error = formatRequestError(serverTranslator(user.locale), decided.error);
  const shown: PostReviewActionData = { error, to, block: block.id, typed: kind === 'edit' ? typed : null };
  return data(shown, { status: 409 });
}

const parseKind = (text: string | null) => decisions.find((kind) => kind === text) ?? null;

/** Throws 404, also for a page that the user may not manage. */
async function parsePost(post = '', context: LoaderFunctionArgs['context']): Promise<string> {
  const { accounts, editor } = context.get(servicesContext);
  const { user } = requireSession(context);
  if (!uuid.test(post)) throw data(null, { status: 404 });
  if (!accounts.can(user, 'page.manage') && (await editor.isPage(post))) throw data(null, { status: 404 });
  return post;
}

function toActor(context: LoaderFunctionArgs['context']) {
  const { accounts } = context.get(servicesContext);
  const { user } = requireSession(context);
  return { id: user.id, name: user.name, mayPublish: accounts.can(user, 'post.publish') };
}

/** Works without JavaScript. */
export default function PostReviewPage() {
  const t = useTranslator();
  const { review, done } = useLoaderData<typeof loader>();
  const failed = useActionData<PostReviewActionData>() ?? null;
  const { original, languages } = review;
  const open = languages.filter(
    ({ blocks, untranslated, locale }) =>
      blocks.length + untranslated > 0 || locale === done?.to || locale === failed?.to,
  );
  const others = languages.filter((language) => !open.includes(language));
  // After a decision, what follows in the same language, then in the others.
  const decided = languages.findIndex(({ locale }) => locale === done?.to);
  const following = [...languages.slice(decided), ...languages.slice(0, decided)].find(canDecide);
  const next = done && !failed ? following : undefined;
  const first = done || failed ? undefined : open.find(canDecide);
  return (
    <AdminPage
      path="/admin/review"
      title={t('admin.review.post', { title: original.title || t('admin.blog.untitled') })}
      subtitle={t('admin.review.post_intro')}
    >
      <ul className="mt-6 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {open.map((language) => (
          <LanguageLine
            key={language.locale}
            href={canDecide(language) ? `#${fineButtonId(language.locale)}` : `#${language.locale}`}
            hasFocus={language === first}
          >
            {describeLanguage(t, language)}
          </LanguageLine>
        ))}
        {others.map((language) => {
          const waiting = describeUnpublished(t, language);
          return (
            <LanguageLine
              key={language.locale}
              href={waiting && language.mayEdit ? `/admin/blog/${language.post?.id}` : null}
            >
              {[describeLanguage(t, language), waiting].filter(Boolean).join(' · ')}
            </LanguageLine>
          );
        })}
      </ul>
      {open.map((language) => (
        <LanguageSection
          key={language.locale}
          language={language}
          original={original}
          done={done?.to === language.locale && !failed ? done.kind : null}
          failed={failed?.to === language.locale ? failed : null}
          next={next?.locale ?? null}
          decided={done?.to ?? null}
        />
      ))}
    </AdminPage>
  );
}

const canDecide = ({ blocks, mayEdit }: LanguageReview) => mayEdit && blocks.length > 0;

/** Of the first block of a language. */
const fineButtonId = (locale: Locale) => `${locale}-fine`;
const statusId = (locale: Locale) => `${locale}-status`;
const headingId = (locale: Locale) => `${locale}-heading`;

interface LineProps {
  href: string | null;
  /** On opening the page: Enter leads to the first block, and a space still scrolls. */
  hasFocus?: boolean;
  children: string;
}

function LanguageLine({ href, hasFocus = false, children }: LineProps) {
  return (
    <li className="min-w-0 py-1">
      {href === null ? (
        <span className="inline-flex min-h-11 items-center text-muted">{children}</span>
      ) : (
        <a
          href={href}
          // biome-ignore lint/a11y/noAutofocus: what comes before it is the title, which is announced.
          autoFocus={hasFocus}
          ref={hasFocus ? focusOnOpening : undefined}
          className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          {children}
        </a>
      )}
    </li>
  );
}

/** `autoFocus` alone is enough without JavaScript. */
function focusMessage(message: HTMLElement | null) {
  message?.focus();
}

/** Not if the person is elsewhere on the page already. */
function focusOnOpening(link: HTMLElement | null) {
  if (location.hash === '' && document.activeElement === document.body) link?.focus();
}

interface SectionProps {
  language: LanguageReview;
  original: PostReview['original'];
  done: DecisionKind | null;
  failed: PostReviewActionData | null;
  /** Whose first block has the focus. */
  next: Locale | null;
  /** About which something was decided just now. */
  decided: Locale | null;
}

function LanguageSection({ language, original, done, failed, next, decided }: SectionProps) {
  const t = useTranslator();
  const { locale, post, blocks, score, untranslated, mayEdit } = language;
  const description = decided
    ? [statusId(decided), decided !== locale && headingId(locale)].filter(Boolean).join(' ')
    : undefined;
  const others = (score?.doubtful ?? 0) - blocks.length;
  return (
    <section id={locale} aria-labelledby={headingId(locale)} className="mt-10 scroll-mt-4">
      <h2 id={headingId(locale)} className="text-xl font-bold text-pretty">
        {describeLanguage(t, language)}
      </h2>
      {done && (
        <Notice
          id={statusId(locale)}
          tone="good"
          role="status"
          className="mt-4"
          tabIndex={-1}
          autoFocus={next === null}
          ref={next === null ? focusMessage : undefined}
        >
          {t(doneLabels[done])}
        </Notice>
      )}
      {failed && (
        <Notice role="alert" className="mt-4" tabIndex={-1} autoFocus ref={focusMessage}>
          {failed.error}
        </Notice>
      )}
      {failed && failed.typed !== null && !blocks.some(({ id }) => id === failed.block) && (
        <Textarea
          readOnly
          rows={3}
          lang={localeTags[locale]}
          value={failed.typed}
          aria-label={t('admin.review.translation')}
          className="mt-4 field-sizing-content"
        />
      )}
      <ol className="mt-4 grid gap-4 empty:hidden">
        {blocks.map((block, index) => (
          <DoubtfulBlockCard
            key={`${block.id}-${block.digest}`}
            block={block}
            from={original.locale}
            to={locale}
            action={postReviewPath(original.id)}
            mayEdit={mayEdit}
            buttonId={index === 0 ? fineButtonId(locale) : undefined}
            hasFocus={next === locale && index === 0}
            describedBy={next === locale && index === 0 ? description : undefined}
            typed={failed?.block === block.id ? (failed.typed ?? undefined) : undefined}
          />
        ))}
      </ol>
      {others > 0 && <p className="mt-4 text-sm text-muted">{t('admin.review.others', { count: others })}</p>}
      {untranslated > 0 && <p className="mt-4">{t('admin.review.untranslated', { count: untranslated })}</p>}
      <p className="mt-2 flex flex-wrap gap-x-6">
        <a
          href={sideBySidePath(original.id, locale)}
          className="inline-flex min-h-11 items-center font-semibold text-muted hover:text-accent"
        >
          {t('admin.review.all_blocks')}
        </a>
        {post && mayEdit && describeUnpublished(t, language) && (
          <a
            href={`/admin/blog/${post.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-muted hover:text-accent"
          >
            {t('admin.side_by_side.editor')}
          </a>
        )}
      </p>
    </section>
  );
}
