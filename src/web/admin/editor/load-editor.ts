import { data, type LoaderFunctionArgs } from 'react-router';
import type { EditorPost } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import type { ReviewState, RunState } from '#translation/contract.ts';
import { servicesContext } from '../../services.ts';
import { requireSession } from '../authorize.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export interface EditorData {
  document: EditorPost | null;
  /** Defaults for a new post. */
  start: { locale: Locale; articleId?: string };
  /** null unless the post is a translation. */
  reviewState: ReviewState | null;
  categories: { id: string; name: string; color: string }[];
  tags: { id: string; name: string }[];
  /** The run started from this post, if it is live or ended in a way worth reporting. */
  run: RunState | null;
  mayPublish: boolean;
  /** Without publish rights, users can edit only their own posts that are neither published nor scheduled. */
  mayEdit: boolean;
  models: { text: boolean; image: boolean };
  user: { id: string; email: string };
  /** When the session expires, in milliseconds since 1970. */
  expiresAt: number;
  /** Host of the public site, without a scheme. */
  publicHost: string;
}

/** Handles `/admin/blog/new?locale=xx&article=id` and `/admin/blog/id`. Throws 404 for an unknown post. */
export async function loadEditor({ params, url, context }: LoaderFunctionArgs): Promise<EditorData> {
  const { accounts, suggestions, blog, editor, publicOrigin, runs, translationReview } =
    context.get(servicesContext);
  const { user, session } = requireSession(context);
  const [document, categories, tags] = await Promise.all([
    params.post === 'new' ? null : findPost(params.post ?? ''),
    blog.listCategories(user.locale),
    blog.listTags(user.locale),
  ]);
  const requestedLocale = url.searchParams.get('locale') ?? '';
  const article = url.searchParams.get('article') ?? '';
  const mayPublish = accounts.can(user, 'post.publish');
  const isTranslation = document?.languages.some(({ id, from }) => id === document.id && from) ?? false;
  return {
    document,
    reviewState: document && isTranslation ? await translationReview.read(document.id) : null,
    start: {
      locale: isLocale(requestedLocale) ? requestedLocale : defaultLocale,
      ...(uuid.test(article) && { articleId: article }),
    },
    categories: categories.map((category) => ({
      id: category.id,
      name: category.name,
      color: category.color,
    })),
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name })),
    run: mayPublish && document ? await findRun(document.id) : null,
    mayPublish,
    mayEdit: !document || canChangePost({ id: user.id, mayPublish }, document),
    user: { id: user.id, email: user.email },
    models: suggestions.models,
    expiresAt: session.expiresAt.getTime(),
    publicHost: new URL(publicOrigin).host,
  };

  async function findPost(id: string): Promise<EditorPost> {
    const found = uuid.test(id) ? await editor.readPost(id) : null;
    if (!found) throw data(null, { status: 404 });
    return found;
  }

  async function findRun(postId: string): Promise<RunState | null> {
    const run = await runs.findLatestByPost(postId);
    // A run belongs to its source post, so the editor of a translation doesn't show it.
    if (run?.post_id !== postId) return null;
    // Report failed and withdrawn runs, but not those that a user cancelled.
    const isReported =
      run.status === 'done_with_errors' || run.steps.some(({ code }) => code === 'run.withdrawn');
    return run.ended_at === null || isReported ? run : null;
  }
}
