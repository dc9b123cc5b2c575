import { data, type LoaderFunctionArgs } from 'react-router';
import type { RunState, TranslationNote } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { requireSignedIn } from '../admit.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export interface EditorData {
  /** null: a new post. */
  document: DeskDocument | null;
  /** For a new post. */
  start: { locale: Locale; articleId?: string };
  /** Of a translation. */
  note: TranslationNote | null;
  categories: { id: string; name: string; color: string }[];
  tags: { id: string; name: string }[];
  /** Translations that are being made of it, or that did not all come to be. */
  run: RunState | null;
  mayPublish: boolean;
  /** An author changes only what is theirs, and not what is published. */
  mayEdit: boolean;
  /** What there are models for. */
  models: { text: boolean; image: boolean };
  writer: { id: string; email: string };
  /** Of the session, in milliseconds since 1970. */
  expiresAt: number;
  /** Where readers reach the blog, without a scheme. */
  publicHost: string;
}

/** `/admin/blog/new?locale=xx&article=id` or `/admin/blog/id`. Throws 404 for a post that is not there. */
export async function loadEditor({ params, url, context }: LoaderFunctionArgs): Promise<EditorData> {
  const { accounts, assistant, blog, desk, publicOrigin, runs, translationNotes } =
    context.get(servicesContext);
  const { user, session } = requireSignedIn(context);
  const [document, categories, tags] = await Promise.all([
    params.post === 'new' ? null : openPost(params.post ?? ''),
    blog.listCategories(user.locale),
    blog.listTags(user.locale),
  ]);
  const asked = url.searchParams.get('locale') ?? '';
  const article = url.searchParams.get('article') ?? '';
  const mayPublish = accounts.allows(user, 'post.publish');
  const isTranslation = document?.languages.some(({ id, from }) => id === document.id && from) ?? false;
  return {
    document,
    note: document && isTranslation ? await translationNotes.read(document.id) : null,
    start: {
      locale: isLocale(asked) ? asked : defaultLocale,
      ...(uuid.test(article) && { articleId: article }),
    },
    categories: categories.map((one) => ({ id: one.id, name: one.name, color: one.color })),
    tags: tags.map((one) => ({ id: one.id, name: one.name })),
    run: mayPublish && document ? await openRun(document.id) : null,
    mayPublish,
    mayEdit:
      mayPublish ||
      !document ||
      (document.author_id === user.id && document.status !== 'published' && document.scheduled_at === null),
    writer: { id: user.id, email: user.email },
    models: assistant.models,
    expiresAt: session.expiresAt.getTime(),
    publicHost: new URL(publicOrigin).host,
  };

  async function openPost(id: string): Promise<DeskDocument> {
    const found = uuid.test(id) ? await desk.openPost(id) : null;
    if (!found) throw data(null, { status: 404 });
    return found;
  }

  async function openRun(postId: string): Promise<RunState | null> {
    const run = await runs.lastOf(postId);
    // A translation's own editor tells nothing of it: it has another text, and other versions.
    if (run?.post_id !== postId) return null;
    // Whoever cancelled it knows; what else has ended it is told.
    const isTold =
      run.status === 'done_with_errors' || run.steps.some(({ code }) => code === 'run.withdrawn');
    return run.ended_at === null || isTold ? run : null;
  }
}
