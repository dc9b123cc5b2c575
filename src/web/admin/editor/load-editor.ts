import { data, type LoaderFunctionArgs } from 'react-router';
import type { PostKind } from '#blog/contract.ts';
import type { EditorPost } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import type { RunState } from '#translation/contract.ts';
import { servicesContext } from '../../services.ts';
import { requireSession } from '../authorize.ts';
import type { DraftOptions } from './draft/draft-types.ts';

export const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export type EditorData = Awaited<ReturnType<typeof loadEditor>>;

/** Handles `/admin/blog/new?locale=xx&article=id`, `/admin/blog/new?kind=page` and `/admin/blog/id`. Throws 404 for an unknown post. */
export async function loadEditor({ params, url, context }: LoaderFunctionArgs) {
  const { accounts, authors, suggestions, blog, editor, publicOrigin, runs, translationReview } =
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
  const kind: PostKind = document?.kind ?? (url.searchParams.get('kind') === 'page' ? 'page' : 'post');
  if (kind === 'page' && !accounts.can(user, 'page.manage')) throw data(null, { status: 404 });
  const isTranslation = document?.languages.some(({ id, from }) => id === document.id && from) ?? false;
  /** Defaults for a new post. */
  const start: DraftOptions = {
    locale: isLocale(requestedLocale) ? requestedLocale : defaultLocale,
    kind,
    ...(uuid.test(article) && { articleId: article }),
  };
  return {
    kind,
    document,
    start,
    reviewState: document && isTranslation ? await translationReview.read(document.id) : null,
    categories: categories.map(({ id, name, color }) => ({ id, name, color })),
    tags: tags.map(({ id, name }) => ({ id, name })),
    authors: mayPublish ? await authors.listAuthors() : [],
    /** The run started from this post, if it is live or ended in a way worth reporting. */
    run: mayPublish && document ? await findRun(document.id) : null,
    mayPublish,
    canCreateTags: accounts.can(user, 'taxonomy.manage'),
    /** Without publish rights, users can edit only their own posts that are neither published nor scheduled. */
    mayEdit: !document || canChangePost({ id: user.id, mayPublish }, document),
    models: suggestions.models,
    /** Whether the user can connect a model. */
    mayManageSettings: accounts.can(user, 'settings.manage'),
    user: { id: user.id, email: user.email },
    /** When the session expires, in milliseconds since 1970. */
    expiresAt: session.expiresAt.getTime(),
    /** Host of the public site, without a scheme. */
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
